use bakestone::eval::*; use bakestone::program::*; use bakestone::preset::*; use bakestone::machine::*; use bakestone::program::op::Place;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let dims: u32 = args.get(2).and_then(|s| s.parse().ok()).unwrap_or(2);
    let n: u32 = args.get(3).and_then(|s| s.parse().ok()).unwrap_or(1024);
    let text = format!("edition=1\nname=\"t\"\ndimensions={dims}\n[nodes]\nn={}\n[maps]\nheight=\"n\"\n", args[1]);
    let preset = match read(Source::new("t", text), &Settings::default()) { Ok(p) => p.0, Err(e) => { println!("{}", e.render(false)); return } };
    let engine = Engine::default();
    let mut l = Lower::new(&preset, Sampling { pixels: None }, Some(&engine));
    let v = l.node("n", "", &(0..0), At::start());
    for p in &l.problems { println!("{p:?}"); }
    let p = l.graph.plan(v.channels());
    println!("{}{:?}", p.listing(), l.graph.range(v.channels()[0]));
    let raster = Raster::new(n, n);
    let w = Window { x: 0, y: 0, z: 0, width: n as usize, height: n as usize };
    let raster = Raster { shift: [0, 0, 1 << 30], ..raster };
    let mut first: Option<Vec<u32>> = None;
    for (name, level) in level_names() { let Some(level) = level else { continue };
        let mut s = String::new();
        for rows in [true, false] {
            let e = Engine { level, rows };
            let mut t = f64::MAX; let mut out = vec![];
            for _ in 0..4 { let t0 = Instant::now(); out = e.window(&p, &raster, w); t = t.min(t0.elapsed().as_secs_f64()); }
            let bits: Vec<u32> = out.iter().flatten().map(|v| v.to_bits()).collect();
            let same = first.as_ref().is_none_or(|f| *f == bits);
            first.get_or_insert(bits);
            s += &format!(" {} {:.0} M/s same {same};", if rows { "rows" } else { "points" }, (n * n) as f64 / t / 1e6);
        }
        println!("{name:7}{s}");
    }
    // moments over several slices
    let (mut k, mut s) = (0f64, [0f64; 5]); let (mut lo, mut hi) = (9f32, -9f32); let mut all: Vec<f32> = vec![];
    for z in 0..8u32 { let r = Raster { shift: [0, 0, z << 29], ..raster }; let o = engine.window(&p, &r, w);
        for v in &o[0] { lo = lo.min(*v); hi = hi.max(*v); let a = (*v as f64).abs(); k += 1.0; s[0] += *v as f64; s[1] += a; s[2] += a * a; s[3] += a * a * a; s[4] += a * a * a * a; } all.extend(&o[0]); if dims == 2 { break } }
    all.sort_by(f32::total_cmp);
    let q = |f: f64| all[((all.len() - 1) as f64 * f) as usize];
    println!("mean {:.5} abs [{:.6}, {:.6}, {:.6}, {:.6}] dev {:.4} range {lo} {hi} pct {} {}", s[0] / k, s[1] / k, s[2] / k, s[3] / k, s[4] / k, (s[2]/k - (s[0]/k).powi(2)).sqrt(), q(0.0001), q(0.9999));
    let _ = Place::<usize>::Row([0; 3]);
}
