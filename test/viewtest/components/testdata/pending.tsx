// What a pending view shows, and skeletons of all sizes.
import { mount, Pending, Skeleton } from "@oriel/view/react";

const { plan } = globalThis as any;

mount(() => (
  <>
    <div id="pending">
      <Pending<{ city: string }>
        {...(plan.skeleton && { skeleton: <i id="own">…</i> })}
        {...plan.labels}
        {...(plan.custom && {
          cancelled: <b>never mind</b>,
          failed: ({ text }) => <b>alas: {text}</b>,
        })}
      >
        {plan.node ? <p id="result">a node</p> : ({ data, text }) => <p id="result">{data?.city ?? text}</p>}
      </Pending>
    </div>
    <div id="bars">
      {[{}, { lines: 1 }, { height: 40 }, { lines: 2, width: "50%" }, { lines: -3 }, { lines: 1e9 }, { lines: NaN }].map((props, i) => (
        <Skeleton key={i} {...props} />
      ))}
    </div>
  </>
));
