let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel | undefined {
  try {
    channel ??= new BroadcastChannel('hcs-alerts');
  } catch (error) {
    // Firefox, where the visitor blocks cookies.
    console.warn('Other tabs are not told of alerts here.', error);
  }
  return channel;
}

/** Tells the other tabs that alerts were turned on or off. */
export function announceAlerts(): void {
  openChannel()?.postMessage('changed');
}

export function onAlertsChange(hear: () => void): void {
  const open = openChannel();
  if (open) open.onmessage = hear;
}
