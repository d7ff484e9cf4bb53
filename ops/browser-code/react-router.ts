/** What the browser's code has no use for in React Router. */
import { type Changes, FAIL, NOTHING } from './change.ts'

export const REACT_ROUTER: Changes = {
  // Nothing is instrumented.
  'react-router/dist/production/lib/router/instrumentation.js': {
    functions: {
      getRouteInstrumentationUpdates: 'return {};',
      instrumentClientSideRouter: 'return router;',
      consumeInstrumentationClientResultMetaReceiver: NOTHING,
    },
  },
  // The browser knows all routes from the start.
  'react-router/dist/production/lib/dom/ssr/fog-of-war.js': {
    functions: {
      isFogOfWarEnabled: 'return false;',
      getPartialManifest: FAIL,
      getPatchRoutesOnNavigationFunction: NOTHING,
      useFogOFWarDiscovery: NOTHING,
    },
  },
  'react-router/dist/production/lib/router/router.js': {
    functions: {
      handleAction: FAIL,
      fetch: FAIL,
      handleFetcherAction: FAIL,
      handleFetcherLoader: FAIL,
      normalizeNavigateOptions: 'return { path };',
      getUpdatedActionData: NOTHING,
      getSubmissionFromNavigation: NOTHING,
      getSubmittingNavigation: FAIL,
      setFetcherError: FAIL,
      markFetchersDone: NOTHING,
      markFetchRedirectsDone: 'return false;',
      abortStaleFetchLoads: 'return false;',
      getUpdatedRevalidatingFetchers: FAIL,
      updateFetcherState: FAIL,
      getFetcher: FAIL,
      resetFetcher: FAIL,
      queueFetcherForDeletion: FAIL,
      deleteFetcher: NOTHING,
      abortFetcher: NOTHING,
      getTargetMatch: FAIL,
      checkFogOfWar: 'return { active: false, matches: null };',
      discoverRoutes: FAIL,
      patchRoutes: FAIL,
      patchRoutesImpl: FAIL,
      _internalSetRoutes: FAIL,
      isMutationMethod: 'return false;',
      runClientMiddlewarePipeline: 'return handler();',
      defaultDataStrategyWithMiddleware: FAIL,
      restoreAppliedTransitions: NOTHING,
      persistAppliedTransitions: NOTHING,
      createDataRouteMatcher: 'return new V6RegExMatcher(basename);',
    },
    cuts: [
      {
        from: '\t\tlet viewTransitionOpts;\n',
        to: '\t\tupdateState({\n\t\t\t...newState,',
        by: '\t\tlet viewTransitionOpts;\n',
      },
      {
        from: '\t\tlet unmountedFetchers = [];',
        to: '\t\tif (subscribers.size === 0)',
        by: '\t\tlet unmountedFetchers = [];\n',
      },
      { from: '\t\tunmountedFetchers.forEach((key) => deleteFetcher', to: '\t}\n\tfunction completeNavigation' },
      {
        from: '\t\telse if (opts && opts.submission && isMutationMethod(opts.submission.formMethod)) {\n',
        to: '\t\tlet { shortCircuited, matches: updatedMatches',
      },
      {
        from: '\t\tif (isFogOfWar) {\n\t\t\tif (shouldUpdateNavigationState',
        to: '\t\tlet { dsMatches, revalidatingFetchers }',
      },
      { from: '\tfetchLoadMatches.forEach((f, key) => {', to: '\treturn {\n\t\tdsMatches,' },
    ],
  },
  'react-router/dist/production/lib/components.js': {
    functions: { getOptimisticRouterState: FAIL },
    cuts: [
      {
        from: '\tlet [pendingState, setPendingState]',
        to: '\tlet fetcherData',
        by: '\tlet vtContext = { isTransitioning: false }, transition, renderDfd;\n',
      },
      {
        from: '\t\tnewState.fetchers.forEach((fetcher, key) => {',
        to: '\t\t\tif (reactDomFlushSyncImpl && flushSync) reactDomFlushSyncImpl(() => setStateImpl',
        by: '\t\t{\n',
      },
      { from: '\t\tif (reactDomFlushSyncImpl && flushSync) {\n', to: '\t}, [\n\t\trouter.window,' },
      { from: '\tReact$1.useEffect(() => {\n\t\tif (vtContext.isTransitioning && ', to: '\tlet navigator =' },
    ],
  },
  'react-router/dist/production/lib/hooks.js': {
    functions: {
      useNavigateUnstable: FAIL,
      RSCErrorHandler: 'return children;',
      DefaultErrorComponent: 'return null;',
    },
  },
  'react-router/dist/production/lib/errors.js': {
    functions: { decodeRedirectErrorDigest: NOTHING, decodeRouteErrorResponseDigest: NOTHING },
  },
  'react-router/dist/production/lib/context.js': { functions: { useIsRSCRouterContext: 'return false;' } },
  'react-router/dist/production/lib/router/utils.js': { functions: { explodeOptionalSegments: FAIL } },
  'react-router/dist/production/lib/dom/lib.js': {
    functions: { useSubmit: FAIL, useFormAction: FAIL, useViewTransitionState: 'return false;' },
    cuts: [{ from: 'const Form = React$1.forwardRef(', to: '/**\n* Emulates', by: 'const Form = null;\n' }],
  },
  'react-router/dist/production/lib/dom/dom.js': { functions: { getFormSubmissionInfo: FAIL } },
  'react-router/dist/production/lib/dom/ssr/single-fetch.js': {
    functions: { singleFetchActionStrategy: FAIL, nonSsrStrategy: FAIL, singleFetchLoaderFetcherStrategy: FAIL },
  },
  'react-router/dist/production/lib/dom/ssr/components.js': {
    functions: { usePrefetchBehavior: 'return [false, null, {}];', PrefetchPageLinks: FAIL },
  },
  'react-router/dist/production/lib/dom/ssr/links.js': { functions: { isPageLinkDescriptor: 'return false;' } },
  'react-router/dist/production/lib/dom/ssr/routes.js': {
    functions: {
      noActionDefinedError: FAIL,
      getShouldRevalidateFunction: 'return route.shouldRevalidate;',
      createClientRoutesWithHMRRevalidationOptOut: FAIL,
    },
    cuts: [
      { from: '\t\t\tdataRoute.action = (', to: '\t\t} else {\n\t\t\tif (!route.hasClientLoader)' },
      { from: '\t\t\tif (!route.hasClientAction) dataRoute.action', to: '\t\t\tlet lazyRoutePromise;' },
      { from: '\t\t\t\taction: route.hasClientAction ?', to: '\t\t\t\tshouldRevalidate: async () => {' },
    ],
  },
  // The root has a boundary of its own.
  'react-router/dist/production/lib/dom/ssr/errorBoundaries.js': {
    functions: {
      RemixRootDefaultErrorBoundary:
        'console.error(error); return React$1.createElement("html", { lang: "en" }, React$1.createElement("body", null, "Something went wrong. Please load the page again."));',
      BoundaryShell: FAIL,
    },
  },
  'react-router/dist/production/lib/dom/ssr/fallback.js': {
    functions: { RemixRootDefaultHydrateFallback: 'return null;' },
  },
}
