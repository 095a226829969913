import { proxy } from 'valtio/vanilla';

/** Whether the visitor was asked about installing and said no. */
export const install = proxy({ dismissed: false });

export function dismissInstall(): void {
  install.dismissed = true;
}
