import { useRef } from 'react';

import { linkPath, type MegaMenu as MegaMenuContent } from '#src/content/navigation.ts';

import { Icon } from './icon.tsx';
import { SiteLink } from './link.tsx';

type MegaMenuProps = {
  menu: MegaMenuContent;
  open: boolean;
  onToggle: () => void;
  onClose: () => void;
  /** The focus went elsewhere. */
  onLeave: () => void;
  /** A link of the panel was followed. */
  onFollow: () => void;
};

/** One menu button with its panel of links; Escape closes it and goes back to the button, leaving it closes it. */
export function MegaMenu({ menu, open, onToggle, onClose, onLeave, onFollow }: MegaMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <li
      className={open ? 'mega is-open' : 'mega'}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        onClose();
        button.current?.focus();
      }}
      onBlur={(event) => {
        if (open && event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget))
          onLeave();
      }}
    >
      <button
        ref={button}
        type="button"
        className="nav-button"
        aria-expanded={open}
        aria-controls={`menu-${menu.id}`}
        onClick={onToggle}
      >
        {menu.label}
        <Icon name="chevron-down" />
      </button>
      <div className="mega-panel" id={`menu-${menu.id}`}>
        <ul className="mega-links">
          {menu.links.map((link) => (
            <li key={link.page}>
              <SiteLink className="mega-link" href={linkPath(link)} onClick={onFollow}>
                <span className="mega-label">{link.label}</span>
                <span className="mega-hint">{link.hint}</span>
              </SiteLink>
            </li>
          ))}
        </ul>
        <img className="mega-image" src={menu.image} alt="" width={514} height={321} loading="lazy" />
      </div>
    </li>
  );
}
