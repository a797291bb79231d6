using Fathom.Mediator.Remotes;
using Fathom.Mediator.Routing;
using Fathom.Transport.Calls;
using Fathom.Transport.Services;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Graphs;

/// <summary>
/// Looks at the network from one node: asks its remotes, which ask theirs. Owned by the node. Each hop has three quarters of the time of
/// the one before, so that a node that is silent costs its neighbours' answer its own line alone.
/// </summary>
internal sealed class GraphService(OwnName name, Func<Uri?> address, RemoteNodes remotes, TimeProvider time) : IGraph
{
    private const int MostHops = 16;
    private const int MostLooks = 1024;
    private const double ShareOfNextHop = 0.75;

    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Kept = TimeSpan.FromMinutes(1);

    private readonly NotificationMemory _looks = new(MostLooks, Kept, time);

    /// <summary>The network as seen from this node.</summary>
    public async Task<NodeGraph> LookAsync(CancellationToken token)
    {
        var id = Guid.NewGuid();
        _looks.TryRemember(id);
        return new NodeGraph(await ViewAsync(new GraphLook(id.ToByteArray(), 0), Longest, token));
    }

    public async ValueTask<GraphView> LookAsync(GraphLook look, CallContext context = default)
    {
        if (look.Id.Length != 16 || look.Hops < 0)
        {
            throw new RpcException(new Status(StatusCode.InvalidArgument,
                $"A look has an id of {look.Id.Length} bytes and {look.Hops} hops: 16 bytes and 0 or more are accepted."));
        }

        if (!_looks.TryRemember(new Guid(look.Id)))
        {
            return new GraphView(name.Value, []);
        }

        var left = context.Server?.Deadline?.Remaining ?? Longest;
        return new GraphView(name.Value, await ViewAsync(look, left < Longest ? left : Longest, context.CancellationToken));
    }

    private async Task<IReadOnlyList<NodeView>> ViewAsync(GraphLook look, TimeSpan left, CancellationToken token)
    {
        var asked = look.Hops >= MostHops ? [] : await Task.WhenAll(
            remotes.All.Select(r => AskAsync(r, look with { Hops = look.Hops + 1 }, left * ShareOfNextHop, token)));
        var own = new NodeView(name.Value, address()?.GetLeftPart(UriPartial.Authority) ?? "", [.. asked.Select(a => a.Reach)]);
        return [own, .. asked.SelectMany(a => a.Nodes)];
    }

    private async Task<(ReachView Reach, IReadOnlyList<NodeView> Nodes)> AskAsync(
        Remote remote, GraphLook look, TimeSpan left, CancellationToken token)
    {
        var where = remote.Channel.Options.Address.GetLeftPart(UriPartial.Authority);
        try
        {
            var view = await new GraphClient(remote.Channel)
                .LookAsync(look, new CallOptions { Deadline = Deadline.After(left, time), CancellationToken = token });
            return (new ReachView(remote.Name, where, view.Name, ""), view.Nodes);
        }
        catch (RpcException e) when (!token.IsCancellationRequested)
        {
            return (new ReachView(remote.Name, where, "", $"{e.StatusCode}: {e.Status.Detail}"), []);
        }
    }
}
