import { osense } from '#src/content/osense.ts';

import { ProductPage } from './product-page.tsx';

export function Osense() {
  return <ProductPage name="osense" product={osense} />;
}
