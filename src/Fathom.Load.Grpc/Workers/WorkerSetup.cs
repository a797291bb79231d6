using Fathom.Load.Counting;
using Fathom.Load.Grpc.Calls;
using Fathom.Load.Grpc.Requests;
using Fathom.Load.Pacing;
using Fathom.Wire.Hpack;

namespace Fathom.Load.Grpc.Workers;

/// <summary>What a worker gets from its run.</summary>
internal sealed record WorkerSetup
{
    public required GrpcLoadTarget Target { get; init; }

    /// <summary>The header fields of each method.</summary>
    public required IReadOnlyList<HeaderTemplate> Headers { get; init; }

    public required ICallPacer Pacer { get; init; }

    public required TallyExchange Exchange { get; init; }

    public required FailureSamples Failures { get; init; }

    /// <summary>Called when a connection is ready, with null, and when one has failed.</summary>
    public required Action<ConnectionFailure?> Connected { get; init; }

    /// <summary>Called once, when all calls have ended.</summary>
    public required Action<LoadWorker> Completed { get; init; }

    /// <summary>Called when a request message cannot be made.</summary>
    public required Action<RequestDataException> NoRequest { get; init; }
}
