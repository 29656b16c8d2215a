import { expect, test } from 'vitest';
import { soon } from '../../electron/service/durable';

const failing = (code: string, times: number) => {
  const state = { calls: 0 };
  const work = async () => {
    state.calls += 1;
    if (state.calls <= times) throw Object.assign(new Error(code), { code });
  };
  return { state, work };
};

test.each(['EPERM', 'EACCES', 'EBUSY'])(
  'an operation on a file that another program keeps open (%s) is retried',
  async (code) => {
    const { state, work } = failing(code, 2);
    await soon(work);
    expect(state.calls).toBe(3);
  },
);

test('an error that is not temporary fails at once', async () => {
  const { state, work } = failing('ENOENT', 2);
  await expect(soon(work)).rejects.toThrow('ENOENT');
  expect(state.calls).toBe(1);
});
