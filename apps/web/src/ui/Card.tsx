/**
 * The shared card (spec section 2, "Shared card widget"; section 3, "Card widget props").
 * Collapses in 400 ms, fills the window on request, several header icons rotate every 1.5 s.
 *
 *   <Card headerTitle={text} headerIcon="fas fa-clock" isCollapsible isFullscreenable cardMenuItems={items}>
 *     …
 *   </Card>
 */
import { Collapse, FocusTrap } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu, type MenuItem } from './ActionMenu.tsx'
import classes from './Card.module.css'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { FormSkeleton, TableSkeleton, ThumbnailsSkeleton } from './Skeletons.tsx'
import { useEscape } from './use-escape.ts'
import { useScrollLock } from './use-scroll-lock.ts'

/** Spec section 9. */
const collapseMs = 400
const iconTurnMs = 1500

export interface CardProps {
  headerTitle?: string
  /** One stored icon name, or several that rotate. */
  headerIcon?: string | readonly string[]
  footerText?: string
  description?: string
  isCollapsible?: boolean
  isFullscreenable?: boolean
  /** Only header and footer. */
  hideBody?: boolean
  loading?: boolean
  /** The shape of the skeleton. */
  cardType?: 'form' | 'table' | 'thumbnails'
  /** Columns and rows of the skeleton. */
  columns?: number
  rowCount?: number
  cardMenuItems?: readonly MenuItem[]
  noContentPadding?: boolean
  /** Heading level in the page; 2 unless cards are in sections. */
  headingLevel?: 2 | 3
  children?: ReactNode
}

export function Card(props: CardProps) {
  const { t } = useTranslation('common')
  const {
    headerTitle,
    isCollapsible,
    isFullscreenable,
    hideBody,
    loading,
    cardMenuItems = [],
    children,
  } = props
  const [isExpanded, setExpanded] = useState(true)
  const [isFullscreen, setFullscreen] = useState(false)
  const id = useId()
  const Heading = `h${props.headingLevel ?? 2}` as const
  useScrollLock(isFullscreen)
  const section = useRef<HTMLElement>(null)
  useEscape(isFullscreen, () => setFullscreen(false), section)

  const title = loading ? t('loading') : headerTitle
  const hasHeader = title || props.headerIcon || isCollapsible || isFullscreenable || cardMenuItems.length > 0
  const body = (
    <div className={classes.body} data-flush={props.noContentPadding || undefined} id={`${id}-body`}>
      {loading ? <Loading {...props} /> : children}
    </div>
  )
  return (
    <>
      {isFullscreen && (
        <div
          className={classes.backdrop}
          data-testid="card-backdrop"
          aria-hidden="true"
          onClick={() => setFullscreen(false)}
        />
      )}
      <FocusTrap active={isFullscreen} innerRef={section}>
        <section
          className={classes.card}
          data-fullscreen={isFullscreen || undefined}
          aria-labelledby={title ? `${id}-title` : undefined}
          aria-busy={loading || undefined}
          {...(isFullscreen ? { role: 'dialog', 'aria-modal': true } : {})}
        >
          {hasHeader && (
            <header className={classes.header}>
              {props.headerIcon && <HeaderIcon icons={props.headerIcon} />}
              {title && (
                <Heading className={classes.title} id={`${id}-title`}>
                  {title}
                </Heading>
              )}
              <div className={classes.tools}>
                {isCollapsible && !isFullscreen && (
                  <IconButton
                    glyph={isExpanded ? 'chevronUp' : 'chevronDown'}
                    label={isExpanded ? t('card.shrink') : t('card.expand')}
                    aria-expanded={isExpanded}
                    aria-controls={`${id}-body`}
                    onClick={() => setExpanded(!isExpanded)}
                  />
                )}
                {isFullscreenable && (
                  <IconButton
                    glyph={isFullscreen ? 'exitFullscreen' : 'fullscreen'}
                    label={isFullscreen ? t('card.exitFullscreen') : t('card.enterFullscreen')}
                    onClick={() => {
                      setFullscreen(!isFullscreen)
                      setExpanded(true)
                    }}
                  />
                )}
                <ActionMenu items={cardMenuItems} />
              </div>
            </header>
          )}
          {props.description && <p className={classes.description}>{props.description}</p>}
          {!hideBody &&
            (isCollapsible ? (
              <Collapse expanded={isExpanded} transitionDuration={collapseMs} keepMountedMode="display-none">
                {body}
              </Collapse>
            ) : (
              body
            ))}
          {props.footerText && <footer className={classes.footer}>{props.footerText}</footer>}
        </section>
      </FocusTrap>
    </>
  )
}

function Loading({ cardType = 'table', columns, rowCount }: CardProps) {
  if (cardType === 'form') return <FormSkeleton rowCount={rowCount} />
  if (cardType === 'thumbnails') return <ThumbnailsSkeleton columns={columns} rowCount={rowCount} />
  return <TableSkeleton columns={columns} rowCount={rowCount} />
}

/** Several icons rotate; with reduced motion the first one stays. */
function HeaderIcon({ icons }: { icons: string | readonly string[] }) {
  const names = typeof icons === 'string' ? [icons] : icons
  const isStill = useReducedMotion() || names.length < 2
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (isStill) return
    const timer = setInterval(() => setTurn((now) => now + 1), iconTurnMs)
    return () => clearInterval(timer)
  }, [isStill])
  return <Icon name={names[isStill ? 0 : turn % names.length]} className={classes.icon} />
}
