/** What the browser's code has no use for in React DOM. */
import { type Changes, FAIL, NOTHING } from './change.ts'

export const REACT_DOM: Changes = {
  'react-dom/cjs/react-dom-client.production.js': {
    functions: {
      // <ViewTransition>, which is tag 30. Only trackEnterViewTransitions and applyViewTransitionToHostInstances start a transition.
      trackEnterViewTransitions: NOTHING,
      commitEnterViewTransitions: NOTHING,
      commitExitViewTransitions: NOTHING,
      commitNestedViewTransitions: NOTHING,
      commitAppearingPairViewTransitions: NOTHING,
      commitDeletedPairViewTransitions: NOTHING,
      restorePairedViewTransitions: NOTHING,
      restoreEnterOrExitViewTransitions: NOTHING,
      restoreNestedViewTransitions: NOTHING,
      measureNestedViewTransitions: NOTHING,
      applyViewTransitionToHostInstances: FAIL,
      applyViewTransitionToHostInstancesRecursive: FAIL,
      restoreViewTransitionOnHostInstances: FAIL,
      measureViewTransitionHostInstancesRecursive: FAIL,
      commitAfterMutationEffectsOnFiber: FAIL,
      recursivelyTraverseAfterMutationEffects: FAIL,
      flushAfterMutationEffects: FAIL,
      scheduleViewTransitionEvent: FAIL,
      getViewTransitionName: FAIL,
      getViewTransitionClassName: FAIL,
      applyViewTransitionName: FAIL,
      restoreViewTransitionName: FAIL,
      startViewTransition: FAIL,
      createViewTransitionInstance: FAIL,
      // A ref of a fragment.
      FragmentInstance: FAIL,
      isFragmentInstanceParent: 'return false;',
      commitNewChildToFragmentInstance: FAIL,
      deleteChildFromFragmentInstance: FAIL,
      // <SuspenseList>.
      updateSuspenseListComponent: FAIL,
      // Actions of forms, and useFormStatus.
      startHostTransition: NOTHING,
      mountActionState: FAIL,
      updateActionState: FAIL,
      rerenderActionState: FAIL,
      runActionStateAction: FAIL,
      // Hints: preload() and its like.
      prefetchDNS: NOTHING,
      preconnect: NOTHING,
      preload: NOTHING,
      preloadModule: NOTHING,
      preinitScript: NOTHING,
      preinitStyle: NOTHING,
      preinitModuleScript: NOTHING,
      // Stacks of components, whose names the minifier removes.
      describeNativeComponentFrame: 'return "";',
    },
    cuts: [
      // The scheduler has them in development only.
      { from: 'log$1 = Scheduler.log,', to: '  rendererID = null,', by: 'log$1, unstable_setDisableYieldValue,\n' },
      {
        from: 'ViewTransitionPseudoElement.prototype.animate =',
        to: 'function createViewTransitionInstance(',
      },
      { from: 'FragmentInstance.prototype.addEventListener =', to: 'function addFragmentHandleToFiber(' },
    ],
  },
}
