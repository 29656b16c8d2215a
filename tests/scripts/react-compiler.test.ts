import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compilerOptions } from '../../vite.config';

const babel = createRequire(import.meta.url)('@babel/core');
const compiled = (code: string): Promise<unknown> =>
  babel.transformAsync(code, {
    filename: 'shown.jsx',
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: ['jsx'] },
    plugins: [['babel-plugin-react-compiler', compilerOptions]],
  });

test('the build fails at a function that the React Compiler cannot compile, unless it is left out', async () => {
  const body = 'const seen = useRef(0); seen.current = value; return <p>{value}</p>;';
  await expect(compiled(`function Shown({ value }) { ${body} }`)).rejects.toThrow('Cannot access refs during render');
  expect(readFileSync('vite.config.ts', 'utf8')).toContain('reactCompilerPreset(compilerOptions)');
  await expect(compiled(`function Shown({ value }) { 'use no memo'; ${body} }`)).resolves.toBeTruthy();
});

test('few functions are left out, each with its reason', () => {
  const names = readdirSync('renderer', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const leftOut = names.filter((name) =>
    /['"]use no (memo|forget)['"]/.test(readFileSync(join('renderer', name), 'utf8')),
  );
  // The compiler would drop the quarter of an hour, which its texts depend on.
  expect(leftOut).toEqual([join('i18n', 'use-format.ts')]);
});
