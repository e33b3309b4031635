/** Looks for cameras before anything is spent that works once, such as a name or a link. */
import { useEffect, useState } from 'preact/hooks';

/** Whether no camera is connected. False until that is known. */
export function useNoCamera(): boolean {
  const [none, setNone] = useState(false);
  useEffect(() => {
    const { mediaDevices } = navigator as Partial<Navigator>;
    const look = async () => {
      // A browser that does not say it here says it when the camera should open.
      const devices = await mediaDevices?.enumerateDevices().catch(() => undefined);
      setNone(devices?.every(({ kind }) => kind !== 'videoinput') ?? false);
    };
    void look();
    mediaDevices?.addEventListener('devicechange', look);
    return () => mediaDevices?.removeEventListener('devicechange', look);
  }, []);
  return none;
}
