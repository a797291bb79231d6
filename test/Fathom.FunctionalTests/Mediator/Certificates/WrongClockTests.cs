using Fathom.TestKit;
using Fathom.Transport.Calls;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>Nodes whose clock was wrong, over real TLS.</summary>
public sealed class WrongClockTests : IDisposable
{
    private static readonly TimeSpan Ahead = TimeSpan.FromDays(31);

    private readonly TemporaryFolder _temporary = new();

    public void Dispose() => _temporary.Dispose();

    [Fact]
    public async Task A_network_that_was_founded_a_month_ahead_is_served_when_the_clock_is_right()
    {
        await using (Found(At(Ahead)))
        {
        }

        await using var north = Found(At(TimeSpan.Zero));
        await north.CallAsync(north.Certificates.ChannelTls("north"));
    }

    [Fact]
    public async Task A_running_node_is_served_again_after_its_clock_is_set_back()
    {
        var time = At(Ahead);
        await using var north = Found(time);
        await north.CallAsync(north.Certificates.ChannelTls("north"));
        time.Advance(-Ahead);

        await Should.ThrowAsync<RpcException>(() => north.CallAsync(north.Certificates.ChannelTls("north")));
        time.Advance(TimeSpan.FromSeconds(1));

        await north.CallAsync(north.Certificates.ChannelTls("north"));
    }

    private SecuredNode Found(TimeProvider time) => SecuredNode.Found(_temporary.PathOf("north"), time: time);

    private static VirtualTime At(TimeSpan ahead) => new(VirtualTime.Present + ahead);
}
