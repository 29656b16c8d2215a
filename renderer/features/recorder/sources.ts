import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { audioInputsKey } from '../../api/cache/audio-inputs';

/** The id of the sound that this machine plays. */
export const systemSound = 'system-sound';

export type Input = { id: string; name: string };

export async function readInputs(): Promise<Input[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId, label }, n) => ({ id: deviceId, name: label || `${n + 1}` }));
}

/** The microphones of this machine, as they are plugged in and out. */
export function useInputs(): Input[] | undefined {
  const { data, refetch } = useQuery({ queryKey: audioInputsKey, queryFn: readInputs });
  useEffect(() => {
    const again = () => void refetch();
    navigator.mediaDevices.addEventListener('devicechange', again);
    return () => navigator.mediaDevices.removeEventListener('devicechange', again);
  }, [refetch]);
  return data;
}

/** Whether the system lets a program record the sound that it plays. Chromium can do so on Windows only. */
export const givesSystemSound = (platform: string): boolean => platform === 'win32';

/** Sound as it arrives: nothing that improves speech may change what is evidence later. */
const asItIs = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };

/** Opens a source. Rejects with the browser's DOMException. */
export async function openSource(id: string): Promise<MediaStream> {
  if (id !== systemSound) {
    return navigator.mediaDevices.getUserMedia({ audio: { ...asItIs, ...(id && { deviceId: { exact: id } }) } });
  }
  const shared = await navigator.mediaDevices.getDisplayMedia({ audio: asItIs, video: true });
  // The browser gives system sound with a picture only.
  for (const picture of shared.getVideoTracks()) picture.stop();
  return shared;
}
