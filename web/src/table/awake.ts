/** Keep the screen lit while somebody plays, where the browser can do that. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;
  const ask = async () => {
    if (over || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      const found = await navigator.wakeLock.request('screen');
      if (over) void found.release();
      else lock = found;
    } catch {
      // Low battery or no secure context: the screen goes dark as usual.
    }
  };
  const listen = () => void ask();
  document.addEventListener('visibilitychange', listen);
  void ask();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', listen);
    void lock?.release();
  };
}
