using Fathom.Load.Grpc.Calls;
using Fathom.Load.Grpc.Requests;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.Load.Grpc;

/// <summary>What a run calls, and over what.</summary>
public sealed record GrpcLoadTarget
{
    /// <summary>The server and how connections to it are made. Of the options of calls, those of compression and of the size of replies
    /// apply; the windows are those of the run.</summary>
    public required NativeChannelOptions Server { get; init; }

    /// <summary>The path of the method: <c>/package.Service/Method</c>; of a mix, its first.</summary>
    public required string Path { get; init; }

    /// <summary>Which side streams.</summary>
    public MethodKind Kind { get; init; }

    /// <summary>The request messages; not used by a mix, which has its own.</summary>
    public required IRequestSource Requests { get; init; }

    /// <summary>Several unary methods that are called by weight instead; empty for one method.</summary>
    public IReadOnlyList<MixedMethod> Mix
    {
        get;
        init => (field, Order) = (value, value.Count == 0 ? null : new MixOrder([.. value.Select(m => m.Weight)]));
    } = [];

    /// <summary>Metadata of every call.</summary>
    public Metadata Metadata { get; init; } = [];

    /// <summary>Metadata of each call, in addition: call n has value n.</summary>
    public IReadOnlyList<CallField> CallFields { get; init; } = [];

    /// <summary>The deadline of a call, from its sending; null for none.</summary>
    public TimeSpan? Deadline { get; init; }

    /// <summary>How long a stream lasts: then the generator ends it, which is no failure. A client that streams ends its side, and the
    /// stream a second later. Null lets streams last until one side ends them.</summary>
    public TimeSpan? StreamFor { get; init; }

    /// <summary>Statuses other than OK with which a call succeeds.</summary>
    public IReadOnlySet<StatusCode> AcceptedStatuses { get; init; } = new HashSet<StatusCode>();

    /// <summary>The replies that calls must have: call n has reply n modulo their number. Empty when any is accepted.</summary>
    public IReadOnlyList<ExpectedReply> ExpectedReplies { get; init; } = [];

    /// <summary>The number of connections, at least 1.</summary>
    public int Connections { get; init; } = 1;

    /// <summary>When connections are opened.</summary>
    public ChannelUse Channel { get; init; }

    /// <summary>The number of event loops, each a thread; connections are spread over them.</summary>
    public int Threads { get; init; } = 1;

    /// <summary>Which call is of which method; null for one method.</summary>
    internal MixOrder? Order { get; private init; }

    /// <summary>The reply that a call must have; null for any.</summary>
    internal ExpectedReply? ExpectedReplyTo(long call) =>
        ExpectedReplies.Count > 0 ? ExpectedReplies[(int)(call % ExpectedReplies.Count)] : null;

    /// <summary>Whether an outcome other than OK is a success.</summary>
    internal bool Accepts(int outcome) => outcome != 0 && AcceptedStatuses.Count > 0 && AcceptedStatuses.Contains((StatusCode)outcome);

    /// <summary>Opens the request messages for one worker.</summary>
    internal IRequestMessages OpenRequests() => Order is null ? Requests.Open() : new MixedRequests(Mix, Order).Open();
}
