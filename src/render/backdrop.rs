//! What stands behind a thing on the studio floor: one sweep of paper that rises from a floor into a wall.
//!
//! In: a ray that misses the thing. Out: the light along it, with the thing's shadow. Shadows are closed forms of bare
//! shapes: a relief changes the outline of a shadow by less than its soft edge is wide.

use super::camera::Ray;
use super::light::Studio;
use super::math::{Vec3, smoothstep, vec3};

/// Colour of the far wall at the height of the horizon, and of the floor in full light.
const WALL: Vec3 = vec3(0.088, 0.09, 0.094);
const FLOOR: Vec3 = vec3(0.2, 0.2, 0.2);
/// Squares of what lies behind a material that can be seen through, where no studio is behind it.
const CHECKER: [Vec3; 2] = [vec3(0.09, 0.09, 0.09), vec3(0.24, 0.24, 0.24)];

/// A thing that stands on the floor y = 0.
pub(super) trait Caster {
    /// How much of the key lamp a place of the floor sees past the thing: 0 none .. 1 all. The lamp lies `towards`, half as
    /// wide as `radius` says (the sine of that angle).
    fn key_past(&self, place: Vec3, towards: Vec3, radius: f32) -> f32;
    /// How much of the sky it sees, weighted with the cosine: 0 none .. 1 all.
    fn sky_past(&self, place: Vec3) -> f32;
}

/// The wall in the direction of a ray of this slope.
pub(super) fn wall(slope: f32) -> Vec3 {
    WALL * (1.0 - 0.45 * smoothstep(0.0, 0.35, slope))
}

/// Floor and wall: the floor's light fades into that of the wall. `solid` is 1 for a thing that hides all light, 0 for one
/// that can't be seen.
pub(super) fn behind(ray: Ray, studio: &Studio, thing: &dyn Caster, solid: f32) -> Vec3 {
    let height = ray.along.y;
    let wall = wall(height);
    if height > -1e-3 {
        return wall;
    }
    let place = ray.at(-ray.from.y / height);
    let (towards, radius) = studio.key();
    let lit = 0.5 * thing.sky_past(place) + 0.5 * thing.key_past(place, towards, radius);
    let lit = 1.0 + (lit - 1.0) * solid;
    let far = vec3(place.x, 0.0, place.z + 0.6).length();
    (FLOOR * lit).lerp(wall, smoothstep(0.6, 6.5, far))
}

/// A checkerboard of unit squares.
pub(super) fn checker(x: f32, y: f32) -> Vec3 {
    let odd = (x.floor() as i64 + y.floor() as i64).rem_euclid(2);
    CHECKER[odd as usize]
}
