using Fathom.Load.Counting;
using Fathom.Load.Grpc.Calls;
using Fathom.Load.Grpc.Requests;
using Fathom.Load.Pacing;

namespace Fathom.Load.Grpc.Workers;

/// <summary>Counts the calls of each method of a mix, without those of the warm-up. Owned by one worker; read it when the worker has
/// ended.</summary>
internal sealed class MethodTallies(MixOrder order, int methods)
{
    /// <summary>The counts, in the order of the mix.</summary>
    public IReadOnlyList<CallTally> All { get; } = [.. Enumerable.Range(0, methods).Select(_ => new CallTally(CallOutcomes.Count))];

    public void Record(in CallTicket ticket, in CallCompletion completion)
    {
        if (!ticket.IsWarmUp)
        {
            All[order.Of(ticket.Number).Method].Add(ticket.Intended, completion, isOpenLoop: false);
        }
    }
}
