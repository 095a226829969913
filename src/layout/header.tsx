import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

import { Icon } from '#src/components/icon.tsx';
import { SiteLink } from '#src/components/link.tsx';
import * as ui from '#src/content/interface.ts';
import { headerLinks, linkPath, type MegaMenu, megaMenus } from '#src/content/navigation.ts';
import { pages } from '#src/paths.ts';
import * as site from '#src/words/site.ts';

/** Inlined in the HTML, so that the first paint needs no request. The client reuses it from there. */
const logo = import.meta.env.SSR
  ? import.meta.env.LOGO
  : (document.querySelector('.navbar-brand img')?.getAttribute('src') ?? undefined);

/**
 * Before hydration, CSS opens the menu with the focus (`.navbar:not(.is-live)`). Safari focuses not a pressed
 * button but its nearest focusable ancestor.
 */
export function Header() {
  const nav = useRef<HTMLElement>(null);
  const [isLive, setIsLive] = useState(false);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const [openMenu, setOpenMenu] = useState('');
  const close = () => {
    setIsUnfolded(false);
    setOpenMenu('');
  };
  const closeOutside = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node && nav.current?.contains(target))) close();
  });
  useEffect(() => {
    // Keep a menu open that was opened before hydration.
    const { activeElement } = document;
    const isIn = (id: string) =>
      document.getElementById(`menu-${id}`)?.parentElement?.contains(activeElement);
    setIsUnfolded(nav.current?.contains(activeElement) === true);
    setOpenMenu(megaMenus.find(({ id }) => isIn(id))?.id ?? '');
    setIsLive(true);
    const end = new AbortController();
    document.addEventListener('pointerdown', (event) => closeOutside(event), end);
    return () => end.abort();
  }, []);
  // For keyboard focus only: closing a menu during a touch would move the link under the finger.
  const closeLeftMenu = ({ target }: FocusEvent) => {
    if (target.matches(':focus-visible') && !target.closest('.mega.show')) setOpenMenu('');
  };
  return (
    <header className="site-header" data-bs-theme="dark">
      <nav
        ref={nav}
        className={`navbar navbar-expand-lg${isLive ? ' is-live' : ''}`}
        aria-label={ui.main}
        tabIndex={-1}
        onFocus={closeLeftMenu}
        onKeyDown={closeOnEscape}
      >
        <div className="container">
          <SiteLink className="navbar-brand" href={pages.home.path} onClick={close}>
            <img src={logo} alt={site.name} width={148} height={63} />
          </SiteLink>
          <button
            type="button"
            className="navbar-toggler"
            aria-expanded={isLive ? isUnfolded : undefined}
            aria-controls="main-menu"
            onClick={() => setIsUnfolded(!isUnfolded)}
          >
            <Icon name="menu" />
            <Icon name="close" />
            {ui.menu}
          </button>
          <div id="main-menu" className={`navbar-collapse collapse${isUnfolded ? ' show' : ''}`}>
            <ul className="navbar-nav">
              <NavItem link={{ page: 'home', label: ui.home }} onFollow={close} />
              {megaMenus.map((menu) => (
                <MegaMenuItem
                  key={menu.id}
                  menu={menu}
                  isOpen={isLive ? openMenu === menu.id : undefined}
                  onToggle={() => setOpenMenu(openMenu === menu.id ? '' : menu.id)}
                  onFollow={close}
                />
              ))}
              {headerLinks.map((link) => (
                <NavItem key={link.page} link={link} onFollow={close} />
              ))}
            </ul>
          </div>
        </div>
      </nav>
    </header>
  );
}

/** Closes the innermost open menu and focuses its button. */
function closeOnEscape({ key, currentTarget }: KeyboardEvent): void {
  const open = [...currentTarget.querySelectorAll<HTMLElement>('[aria-expanded=true]')].at(-1);
  if (key !== 'Escape' || open === undefined) return;
  open.focus();
  open.click();
}

type NavItemProps = { link: (typeof headerLinks)[number]; onFollow: () => void };

function NavItem({ link, onFollow }: NavItemProps) {
  return (
    <li>
      <SiteLink className="nav-link" href={linkPath(link)} onClick={onFollow}>
        {link.label}
      </SiteLink>
    </li>
  );
}

/** `isOpen`: undefined before hydration, when the styles open it. */
type MegaMenuItemProps = {
  menu: MegaMenu;
  isOpen: boolean | undefined;
  onToggle: () => void;
  onFollow: () => void;
};

function MegaMenuItem({ menu, isOpen, onToggle, onFollow }: MegaMenuItemProps) {
  const show = isOpen ? ' show' : '';
  return (
    <li className={`dropdown mega${show}`} tabIndex={-1}>
      <button
        type="button"
        className="nav-link dropdown-toggle"
        aria-expanded={isOpen}
        aria-controls={`menu-${menu.id}`}
        onClick={onToggle}
      >
        {menu.label}
        <Icon name="chevron-down" />
      </button>
      <div className={`dropdown-menu${show}`} id={`menu-${menu.id}`}>
        <ul className="mega-links">
          {menu.links.map((link) => (
            <li key={link.page}>
              <SiteLink className="dropdown-item" href={linkPath(link)} onClick={onFollow}>
                <span className="fw-semibold">{link.label}</span>{' '}
                <span className="small text-body-secondary">{link.hint}</span>
              </SiteLink>
            </li>
          ))}
        </ul>
        <img
          className="mega-image"
          src={`/images/menu/${menu.id}.webp`}
          alt=""
          width={514}
          height={321}
          loading="lazy"
        />
      </div>
    </li>
  );
}
