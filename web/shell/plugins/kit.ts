import { css, html, LitElement, nothing, svg } from 'lit';
import { confirmAction } from '../../components/fm-confirm/fm-confirm.ts';
import '../../components/fm-badge/fm-badge.ts';
import '../../components/fm-copy/fm-copy.ts';
import '../../components/fm-dialog/fm-dialog.ts';
import '../../components/fm-field/fm-field.ts';
import '../../components/fm-filter-bar/fm-filter-bar.ts';
import '../../components/fm-menu/fm-menu.ts';
import '../../components/fm-page-header/fm-page-header.ts';
import '../../components/fm-progress/fm-progress.ts';
import { renderReading, staleNotice } from '../../components/fm-state/renderReading.ts';
import { errorNotice, errorState } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-table/fm-table.ts';
import '../../components/fm-tabs/fm-tabs.ts';
import '../../components/fm-time/fm-time.ts';
import { Action } from '../../core/action.ts';
import { announce } from '../../core/announce.ts';
import { api, ApiError, download, must } from '../../core/api.ts';
import { define, FmElement, FmPage } from '../../core/element.ts';
import { explain, fieldErrors } from '../../core/errors.ts';
import { features } from '../../core/features.ts';
import { bytesText, countText, plural } from '../../core/format.ts';
import { idempotencyKey } from '../../core/idempotencyKey.ts';
import { LiveTopic } from '../../core/liveTopic.ts';
import { PagedList } from '../../core/pagedList.ts';
import { titlePage } from '../../core/pageTitle.ts';
import { may } from '../../core/permissions.ts';
import { setQuery } from '../../core/query.ts';
import { Resource } from '../../core/resource.ts';
import { navigate } from '../../core/router.ts';
import { safeLine, safeName } from '../../core/safeText.ts';
import { SavedViews } from '../../core/savedViews.ts';
import type { Permission } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { absoluteTime, durationText, relativeTime } from '../../core/time.ts';
import { icon } from '../../icons/icons.ts';

/**
 * The toolkit for the pages of installed plugins (docs/extend/plugins.md): they get it as an argument, so that they use our
 * classes and elements and not a second copy. Within a level things may be added, but none is removed.
 */
export const kit = Object.freeze({
  level: 1,
  html,
  css,
  svg,
  nothing,
  LitElement,
  FmElement,
  FmPage,
  define,
  icon,
  api,
  must,
  ApiError,
  download,
  idempotencyKey,
  explain,
  fieldErrors,
  Resource,
  PagedList,
  LiveTopic,
  Action,
  SavedViews,
  renderReading,
  staleNotice,
  errorState,
  errorNotice,
  confirmAction,
  announce,
  navigate,
  setQuery,
  titlePage,
  safeName,
  safeLine,
  plural,
  countText,
  bytesText,
  absoluteTime,
  relativeTime,
  durationText,
  may: (permission: Permission) => may(session.user, permission),
  serves: (operation: string) => features.serves(operation as Parameters<typeof features.serves>[0]),
});

export type Kit = typeof kit;
