// Builds ../mcp_workbench/labextension: TypeScript by tsc, then the bundle by JupyterLab's builder.
//
// Everything happens in a folder of its own and is moved into place when it is whole, so that an
// interrupted build, or two at once, leave no half of an output. The output's package.json gets the
// time at which the build began: a source that is saved meanwhile is then newer than the output.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const began = new Date();
const development = process.argv.includes('--development');

function run(script, ...args) {
  const file = path.join(here, 'node_modules', script);
  execFileSync(process.execPath, [file, ...args], { cwd: here, stdio: 'inherit' });
}

/** A copy of the package whose output lies inside it. */
function stage() {
  fs.mkdirSync(path.join(here, 'build'), { recursive: true });
  removeAbandoned();
  const folder = fs.mkdtempSync(path.join(here, 'build', 'stage-'));
  const manifest = readManifest(here);
  manifest.jupyterlab.outputDir = 'output';
  writeManifest(folder, manifest);
  for (const name of ['style', 'schema']) {
    fs.cpSync(path.join(here, name), path.join(folder, name), { recursive: true });
  }
  return folder;
}

/** Take away what killed builds left; a younger folder may belong to one that still runs. */
function removeAbandoned() {
  const names = fs.readdirSync(path.join(here, 'build')).filter(name => name.startsWith('stage-'));
  for (const folder of names.map(name => path.join(here, 'build', name))) {
    const { mtime } = fs.statSync(folder, { throwIfNoEntry: false }) ?? {};
    if (mtime && began - mtime > 60 * 60 * 1000) {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
}

function readManifest(folder) {
  return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
}

function writeManifest(folder, manifest) {
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Put `folder`/output where package.json says. */
function publish(folder) {
  const output = path.join(folder, 'output');
  const manifest = readManifest(output);
  const { outputDir } = readManifest(here).jupyterlab;
  manifest.jupyterlab.outputDir = outputDir;
  writeManifest(output, manifest);
  fs.utimesSync(path.join(output, 'package.json'), began, began);
  const target = path.resolve(here, outputDir);
  if (fs.existsSync(target)) {
    fs.renameSync(target, path.join(folder, 'previous'));
  }
  fs.renameSync(output, target);
}

const folder = stage();
try {
  run(
    'typescript/bin/tsc',
    '--project',
    'tsconfig.build.json',
    '--outDir',
    path.join(folder, 'lib')
  );
  run(
    '@jupyter/builder/lib/build-labextension.js',
    ...(development ? ['--development', '--source-map'] : []),
    '--core-package-file',
    path.join('node_modules', '@jupyterlab', 'core-meta', 'core.package.json'),
    folder
  );
  publish(folder);
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
