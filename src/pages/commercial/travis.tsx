import { travis } from '#src/content/travis.ts';

import { ProductPage } from './product-page.tsx';

export function TravisLabs() {
  return <ProductPage name="travis" product={travis} />;
}
