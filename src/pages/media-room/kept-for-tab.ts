/** What was typed into a form that has no draft; gone with the tab, because it names the visitor. */
export function keptForTab(name: string): Record<string, string> {
  try {
    return (JSON.parse(sessionStorage.getItem(name) ?? '{}') ?? {}) as Record<string, string>;
  } catch (error) {
    console.warn('Nothing is kept for this tab.', error);
    return {};
  }
}

export function keepForTab(name: string, fields: Record<string, string>): void {
  try {
    if (Object.values(fields).some(Boolean)) sessionStorage.setItem(name, JSON.stringify(fields));
    else sessionStorage.removeItem(name);
  } catch (error) {
    console.warn('Nothing is kept for this tab.', error);
  }
}
