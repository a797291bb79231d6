using Fathom.Originals.Calls;
using Fathom.SubjectProtocol.Subjects;

namespace Fathom.Originals.Workloads;

/// <summary>The workloads of a client on an original library.</summary>
public static class OriginalWorkloads
{
    /// <summary>The workloads over a library.</summary>
    public static WorkloadRegistry Of(IOriginalClient client) => new WorkloadRegistry()
        .Add("unary", "A number of unary calls: blocking or awaited, over one channel or a new one for each call.",
            () => OriginalSpecContext.Default.UnarySpec, spec => new UnaryWorkload(client, spec))
        .Add("published-order", "The four parts of the published load test, one after another in one process.",
            () => OriginalSpecContext.Default.PublishedOrderSpec, spec => new PublishedOrderWorkload(client, spec));
}
