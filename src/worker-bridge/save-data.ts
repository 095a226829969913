type Connection = { saveData?: boolean; effectiveType?: string };

/** The visitor asked for little data, or the line is a slow one. */
export function savesData(): boolean {
  const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType.endsWith('2g');
}
