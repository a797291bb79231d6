using Fathom.Mediator.Remotes;
using Fathom.Mediator.Routing;
using Fathom.Transport.Calls;
using Fathom.Transport.Services;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Topology;

/// <summary>
/// Collects the topology from one node: queries its remotes, which query theirs, within <see cref="TopologyLimits"/>. Owned by the node.
/// Each hop has three quarters of the time of the previous one, so that a silent node only costs its own entry.
/// </summary>
internal sealed class TopologyService : ITopology
{
    private const int MaxRememberedRequests = 1024;
    private const double ShareOfNextHop = 0.75;

    private static readonly TimeSpan RequestRetention = TimeSpan.FromMinutes(1);

    private readonly NodeDisplayName _name;
    private readonly Func<Uri?> _address;
    private readonly RemoteNodes _remotes;
    private readonly TimeProvider _time;
    private readonly SeenNotifications _requests;
    private readonly QueryRate _rate;
    private readonly TopologyCache _cache;

    public TopologyService(NodeDisplayName name, Func<Uri?> address, RemoteNodes remotes, TimeProvider time)
    {
        (_name, _address, _remotes, _time) = (name, address, remotes, time);
        _requests = new SeenNotifications(MaxRememberedRequests, RequestRetention, time);
        _rate = new QueryRate(TopologyLimits.MaxQueriesPerSecond, time);
        _cache = new TopologyCache(CollectAsync, time);
    }

    /// <summary>The network as seen from this node, at most a second ago.</summary>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public Task<NetworkTopology> GetTopologyAsync(CancellationToken token) => _cache.GetAsync(token);

    public async ValueTask<TopologyResponse> GetTopologyAsync(TopologyRequest request, CallContext context = default)
    {
        if (request.Id.Length != 16 || request.Hops < 0)
        {
            throw new RpcException(new Status(StatusCode.InvalidArgument,
                $"The request has an id of {request.Id.Length} bytes and {request.Hops} hops: 16 bytes and 0 or more are accepted."));
        }

        if (request.Hops == 0)
        {
            var whole = await _cache.GetAsync(context.CancellationToken).ConfigureAwait(false);
            return new TopologyResponse(_name.Value, whole.Nodes, whole.IsTruncated);
        }

        var caller = CallerName.Of(context.Server) ?? SeenNotifications.Unknown;
        if (!_requests.TryAdd(new Guid(request.Id), caller))
        {
            return new TopologyResponse(_name.Value, []);
        }

        // What a node answers depends on what others have answered, so it cannot be kept for another request.
        if (!_rate.TryTake(caller))
        {
            throw new RpcException(new Status(StatusCode.ResourceExhausted,
                $"Node '{_name.Value}' was queried for the topology more than {TopologyLimits.MaxQueriesPerSecond} times in a second. "
                    + "Query it less often."));
        }

        var left = context.Server?.Deadline?.Remaining ?? TopologyLimits.Timeout;
        var (nodes, isTruncated) = await CollectAsync(
            request, left < TopologyLimits.Timeout ? left : TopologyLimits.Timeout, context.CancellationToken).ConfigureAwait(false);
        return new TopologyResponse(_name.Value, nodes, isTruncated);
    }

    private async Task<NetworkTopology> CollectAsync(CancellationToken token)
    {
        var id = Guid.NewGuid();
        _requests.TryAdd(id, SeenNotifications.Own);
        var (nodes, isTruncated) = await CollectAsync(new TopologyRequest(id.ToByteArray(), 0), TopologyLimits.Timeout, token)
            .ConfigureAwait(false);
        return new NetworkTopology(nodes, isTruncated);
    }

    private async Task<(IReadOnlyList<TopologyNode> Nodes, bool IsTruncated)> CollectAsync(
        TopologyRequest request, TimeSpan left, CancellationToken token)
    {
        var answers = request.Hops >= TopologyLimits.MaxHops ? [] : await Task.WhenAll(_remotes.All.Select(
            r => QueryAsync(r, request with { Hops = request.Hops + 1 }, left * ShareOfNextHop, token))).ConfigureAwait(false);
        var own = new TopologyNode(_name.Value, _address()?.GetLeftPart(UriPartial.Authority) ?? "", [.. answers.Select(a => a.Reach)]);
        return TopologyMerge.Merge(own, [.. answers.Select(a => a.Answer)]);
    }

    private async Task<(TopologyLink Reach, TopologyResponse Answer)> QueryAsync(
        Remote remote, TopologyRequest request, TimeSpan left, CancellationToken token)
    {
        var where = remote.Address.GetLeftPart(UriPartial.Authority);
        try
        {
            var answer = await TopologyQuery.SendAsync(
                remote.Channel, request, new CallOptions { Deadline = Deadline.After(left, _time), CancellationToken = token })
                .ConfigureAwait(false);
            return (new TopologyLink(remote.Name, where, answer.Name, ""), answer);
        }
        catch (RpcException e) when (token.IsCancellationRequested)
        {
            throw new OperationCanceledException("The topology is no longer requested.", e, token);
        }
        catch (RpcException e)
        {
            return (new TopologyLink(remote.Name, where, "", $"{e.StatusCode}: {e.Status.Detail}"), new TopologyResponse("", []));
        }
    }
}
