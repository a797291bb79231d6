using System.Net;
using Fathom.FunctionalTests.Transport.Frames;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Fathom.Transport.Server.Native;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>The number of connections that a host accepts.</summary>
public sealed class ConnectionLimitTests
{
    [Fact]
    public void The_default_limits_are_those_of_the_page_and_an_IPv6_address_counts_by_its_prefix()
    {
        var options = new NativeHostOptions();
        options.MaxConnections.ShouldBe(SecurityPage.Number("10,000 in all"));
        options.EffectiveMaxConnectionsPerAddress.ShouldBe(SecurityPage.Number("5,000 of one address"));
        var own = IPAddress.Parse("2001:db8:1:2:3:4:5:6").GetAddressBytes();
        var last = SecurityPage.Number("64 bits of an IPv6 address") - 1;
        Differing(last + 1).ShouldBe(ConnectionAdmission.KeyOf(new IPAddress(own)));
        Differing(last).ShouldNotBe(ConnectionAdmission.KeyOf(new IPAddress(own)));

        IPAddress Differing(int bit)
        {
            var other = own.ToArray();
            other[bit / 8] ^= (byte)(0x80 >> (bit % 8));
            return ConnectionAdmission.KeyOf(new IPAddress(other));
        }
    }

    [Fact]
    public Task Connections_beyond_those_allowed_are_closed_at_once() => Siege.RunAsync(
        async host =>
        {
            // One is the witness's.
            List<RawConnection> held = [];
            for (var i = 0; i < 49; i++)
            {
                held.Add(await ConnectAsync(host.Address));
                await held[i].ServedAsync();
            }

            for (var i = 0; i < Thorough.Count(100, 500); i++)
            {
                using var refused = await ConnectAsync(host.Address);
                await Eventually.HoldsAsync(() => refused.IsEnded, "the connection is closed");
                refused.Frames().ShouldBeEmpty();
            }

            foreach (var peer in held)
            {
                await peer.ServedAsync();
                peer.Dispose();
            }
        },
        "--max-connections", "50", "--max-connections-per-address", "50");

    [Fact]
    public Task One_address_has_half_of_the_connections_and_the_rest_is_for_others() => Siege.RunAsync(
        async host =>
        {
            var greedy = IPAddress.Parse("127.0.0.2");
            List<RawConnection> held = [];
            for (var i = 0; i < 25; i++)
            {
                held.Add(await ConnectAsync(host.Address, from: greedy));
                await held[i].ServedAsync();
            }

            using (var refused = await ConnectAsync(host.Address, from: greedy))
            {
                await Eventually.HoldsAsync(() => refused.IsEnded, "the connection is closed");
                refused.Frames().ShouldBeEmpty();
            }

            await host.SaysAsync("1 connections were refused, the last one of 127.0.0.2: MaxConnectionsPerAddress (25) are open");
            using (var other = await ConnectAsync(host.Address, from: IPAddress.Parse("127.0.0.3")))
            {
                await other.ServedAsync();
            }

            // What an address gives back it may take again.
            held[0].Dispose();
            RawConnection again;
            do
            {
                again = await ConnectAsync(host.Address, from: greedy);
                held.Add(again);
                await again.Ping(0x77).FlushAsync();
                await Eventually.HoldsAsync(() => again.IsEnded || again.Frames().Count > 2, "an answer or the end");
            }
            while (again.IsEnded && held.Count < 1000);

            again.IsEnded.ShouldBeFalse("the address may connect again");
            held.ForEach(peer => peer.Dispose());
        },
        "--max-connections", "50");
}
