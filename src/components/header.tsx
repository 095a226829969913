import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

import { headerLinks, linkPath, megaMenus } from '#src/content/navigation.ts';
import { pages } from '#src/paths.ts';

import { Icon } from './icon.tsx';
import { MegaMenu } from './mega-menu.tsx';
import { SiteLink } from './site-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The html brings the logo, so that the first paint waits for no request; the scripts need not bring it again. */
const logo = import.meta.env.SSR
  ? import.meta.env.LOGO
  : document.querySelector<HTMLImageElement>('.brand img')?.src;

/** Until scripts run, the style sheet opens the menu that has the focus (`.site-nav:not(.is-live)`). */
export function Header() {
  return (
    <header className="site-header" data-bs-theme="dark">
      <div className="container site-header-row">
        <SiteLink className="brand" href={pages.home.path}>
          <img src={logo} alt="HERO Control System" width={148} height={63} />
        </SiteLink>
        <MainNavigation />
        <ThemeSwitch />
      </div>
    </header>
  );
}

function MainNavigation() {
  const nav = useRef<HTMLElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const byPointer = useRef(false);
  const [live, setLive] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const [openMega, setOpenMega] = useState<string | null>(null);
  useEffect(() => {
    setLive(true);
    const closeOutside = (event: Event) => {
      byPointer.current = true;
      if (event.target instanceof Node && nav.current?.contains(event.target)) return;
      setMenuOpen(false);
      setOpenMega(null);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, []);
  const closeAfterLink = () => {
    setMenuOpen(false);
    setOpenMega(null);
  };
  const closeUnlessPressed = () => {
    // Folding a panel while a finger is down would move what it presses from under it.
    if (!byPointer.current) setOpenMega(null);
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    byPointer.current = false;
    if (event.key !== 'Escape' || !menuOpen) return;
    setMenuOpen(false);
    menuButton.current?.focus();
  };
  return (
    <nav
      ref={nav}
      className={live ? 'site-nav is-live' : 'site-nav'}
      aria-label="Main"
      onKeyDown={closeOnEscape}
    >
      <button
        ref={menuButton}
        type="button"
        className="menu-button"
        aria-expanded={menuOpen}
        aria-controls="main-menu"
        onClick={() => setMenuOpen(!menuOpen)}
      >
        <Icon name={menuOpen ? 'close' : 'menu'} />
        Menu
      </button>
      <ul id="main-menu" className={menuOpen ? 'nav-list is-open' : 'nav-list'}>
        <li>
          <SiteLink className="nav-link" href={pages.home.path} onClick={closeAfterLink}>
            Home
          </SiteLink>
        </li>
        {megaMenus.map((menu) => (
          <MegaMenu
            key={menu.id}
            menu={menu}
            open={openMega === menu.id}
            onToggle={() => setOpenMega(openMega === menu.id ? null : menu.id)}
            onClose={() => setOpenMega(null)}
            onLeave={closeUnlessPressed}
            onFollow={closeAfterLink}
          />
        ))}
        {headerLinks.map((link) => (
          <li key={link.page}>
            <SiteLink className="nav-link" href={linkPath(link)} onClick={closeAfterLink}>
              {link.label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
