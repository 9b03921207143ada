#!/usr/bin/env bash
# Documents before their own judges: the Khronos glTF validator and the MaterialX library, both installed into a temporary
# folder. Needs node, npm and Python.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet
program=$PWD/target/debug/bakestone
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-fund --no-audit gltf-validator
python3 -m venv python
python/bin/pip install --quiet MaterialX
"$program" bake brick@mossy copper lava water --profile gltf -s 64 -o gltf --quiet > list 2>&1
"$program" bake brick@mossy copper lava water --profile materialx -s 64 -o mtlx --quiet >> list 2>&1
cat > judge.js <<'JS'
const fs = require("fs"), judge = require("gltf-validator");
const files = fs.readdirSync("gltf").filter(name => name.endsWith(".glb"));
Promise.all(files.map(async name => {
    const found = (await judge.validateBytes(new Uint8Array(fs.readFileSync("gltf/" + name)))).issues;
    console.log(name, found.numErrors, "errors", found.numWarnings, "warnings", found.numInfos, "notes");
    return found.numErrors + found.numWarnings + found.numInfos;
})).then(found => process.exit(found.length == 4 && found.every(n => n == 0) ? 0 : 1));
JS
node judge.js
cat > judge.py <<'PY'
import glob, sys
import MaterialX as mx
library = mx.createDocument()
mx.loadLibraries(mx.getDefaultDataLibraryFolders(), mx.getDefaultDataSearchPath(), library)
good = []
for name in sorted(glob.glob("mtlx/*.mtlx")):
    document = mx.createDocument()
    mx.readFromXmlFile(document, name)
    document.setDataLibrary(library)
    good.append(document.validate())
    print(name, *good[-1])
sys.exit(0 if len(good) == 4 and all(ok for ok, _ in good) else 1)
PY
python/bin/python judge.py
