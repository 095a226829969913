import { PageHeader } from '#src/components/page-header.tsx';

/** What became of an application; its secret stands after `#` in the address. */
export function Application() {
  return <PageHeader name="application" />;
}
