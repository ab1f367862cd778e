// What the components look like, all at once.
import { ErrorBoundary, HostStyles, Localized, mount, Pending, Skeleton } from "@oriel/view/react";

const { plan } = globalThis as any;

const Broken = () => {
  throw new Error(plan.message ?? "The forecast of Lisbon has no tides for the 31st of November, which is no day.");
};

mount(() => (
  <Localized>
    {plan.dressed && <HostStyles />}
    <main style={{ display: "grid", gap: "16px", padding: "16px" }}>
      <ErrorBoundary {...plan.labels}>
        <Broken />
      </ErrorBoundary>
      <Pending {...plan.words}>…</Pending>
      <Skeleton lines={2} />
      <Skeleton height={64} />
      <ErrorBoundary stack>
        <Broken />
      </ErrorBoundary>
    </main>
  </Localized>
));
document.body.style.margin = "0";
