using Fathom.Mediator.Remotes;
using Fathom.Mediator.Routing;
using Fathom.Transport.Calls;
using Fathom.Transport.Services;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Topology;

/// <summary>
/// Collects the topology from one node: queries its remotes, which query theirs. Owned by the node. Each hop has three quarters of the time
/// of the previous one, so that a silent node only costs its own entry.
/// </summary>
internal sealed class TopologyService(NodeDisplayName name, Func<Uri?> address, RemoteNodes remotes, TimeProvider time) : ITopology
{
    private const int MaxHops = 16;
    private const int MaxRememberedRequests = 1024;
    private const double ShareOfNextHop = 0.75;

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan RequestRetention = TimeSpan.FromMinutes(1);

    private readonly SeenNotifications _requests = new(MaxRememberedRequests, RequestRetention, time);

    /// <summary>The network as seen from this node.</summary>
    public async Task<NetworkTopology> GetTopologyAsync(CancellationToken token)
    {
        var id = Guid.NewGuid();
        _requests.TryAdd(id, SeenNotifications.Own);
        return new NetworkTopology(await CollectAsync(new TopologyRequest(id.ToByteArray(), 0), Timeout, token));
    }

    public async ValueTask<TopologyResponse> GetTopologyAsync(TopologyRequest request, CallContext context = default)
    {
        if (request.Id.Length != 16 || request.Hops < 0)
        {
            throw new RpcException(new Status(StatusCode.InvalidArgument,
                $"The request has an id of {request.Id.Length} bytes and {request.Hops} hops: 16 bytes and 0 or more are accepted."));
        }

        if (!_requests.TryAdd(new Guid(request.Id), CallerName.Of(context.Server) ?? SeenNotifications.Unknown))
        {
            return new TopologyResponse(name.Value, []);
        }

        var left = context.Server?.Deadline?.Remaining ?? Timeout;
        return new TopologyResponse(name.Value, await CollectAsync(request, left < Timeout ? left : Timeout, context.CancellationToken));
    }

    private async Task<IReadOnlyList<TopologyNode>> CollectAsync(TopologyRequest request, TimeSpan left, CancellationToken token)
    {
        var answers = request.Hops >= MaxHops ? [] : await Task.WhenAll(
            remotes.All.Select(r => QueryAsync(r, request with { Hops = request.Hops + 1 }, left * ShareOfNextHop, token)));
        var own = new TopologyNode(name.Value, address()?.GetLeftPart(UriPartial.Authority) ?? "", [.. answers.Select(a => a.Reach)]);
        return [own, .. answers.SelectMany(a => a.Nodes)];
    }

    private async Task<(TopologyLink Reach, IReadOnlyList<TopologyNode> Nodes)> QueryAsync(
        Remote remote, TopologyRequest request, TimeSpan left, CancellationToken token)
    {
        var where = remote.Address.GetLeftPart(UriPartial.Authority);
        try
        {
            var view = await new TopologyClient(remote.Channel)
                .GetTopologyAsync(request, new CallOptions { Deadline = Deadline.After(left, time), CancellationToken = token });
            return (new TopologyLink(remote.Name, where, view.Name, ""), view.Nodes);
        }
        catch (RpcException e) when (!token.IsCancellationRequested)
        {
            return (new TopologyLink(remote.Name, where, "", $"{e.StatusCode}: {e.Status.Detail}"), []);
        }
    }
}
