using System.Collections.Concurrent;
using Fathom.Contracts;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>Messages that nobody who means well sends.</summary>
public class MutationTests
{
    private const int Half = 100_000;
    private const int Senders = 16;
    private const long MostGrowth = 64 << 20;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);

    private static readonly Method<byte[], byte[]> Send = Method("PingHandler", "Send");
    private static readonly Method<byte[], byte[]> Publish = Method("BingHandler", "Publish");
    private static readonly byte[] Ping = ContractSerializer.ToArray(new Ping(Transport.Messages.Pattern(50)));
    private static readonly byte[] Bing = ContractSerializer.ToArray(new Bing(7, "nowhere"));

    [Fact]
    public async Task Two_hundred_thousand_mutated_messages_neither_stop_a_node_nor_fill_its_memory()
    {
        await using var red = TestNode.Start("red", FreePort.Next(), change: s => s.Notifications.RememberedCount = 1000);
        await using var channel = new NativeChannel(new ChannelOptions { Address = red.Node.Address! });
        var ends = new ConcurrentDictionary<StatusCode, int>();

        await StormAsync(channel, seed: 1, ends);
        var before = GC.GetTotalMemory(forceFullCollection: true);
        await StormAsync(channel, seed: 2, ends);
        var growth = GC.GetTotalMemory(forceFullCollection: true) - before;

        ends.Keys.ShouldBe([StatusCode.OK, StatusCode.InvalidArgument], ignoreOrder: true);
        ends.Values.Sum().ShouldBe(2 * Half);
        ends[StatusCode.InvalidArgument].ShouldBeGreaterThan(Half / 10, "most mutations do damage");
        growth.ShouldBeLessThan(MostGrowth);
        (await channel.UnaryAsync(Send, Ping)).ShouldNotBeEmpty();
        red.Lines.Lines.ShouldNotContain(l => l.StartsWith("Error", StringComparison.Ordinal));
    }

    private static Task StormAsync(NativeChannel channel, int seed, ConcurrentDictionary<StatusCode, int> ends) =>
        Task.WhenAll(Enumerable.Range(0, Senders).Select(sender => Task.Run(async () =>
        {
            var random = new Random((seed * Senders) + sender);
            for (var i = sender; i < Half; i += Senders)
            {
                var end = await EndAsync(channel, random);
                ends.AddOrUpdate(end, 1, (_, count) => count + 1);
            }
        })));

    private static async Task<StatusCode> EndAsync(NativeChannel channel, Random random)
    {
        var isPing = random.Next(2) == 0;
        var options = new CallOptions { Deadline = Deadline.After(Patience), Headers = isPing ? null : Headers(random) };
        try
        {
            await channel.UnaryAsync(isPing ? Send : Publish, Mutated(isPing ? Ping : Bing, random), options);
            return StatusCode.OK;
        }
        catch (RpcException e)
        {
            return e.StatusCode;
        }
    }

    private static byte[] Mutated(byte[] message, Random random)
    {
        List<byte> bytes = [.. message];
        for (var changes = random.Next(1, 4); changes > 0; changes--)
        {
            var place = random.Next(bytes.Count + 1);
            switch (random.Next(4))
            {
                case 0 when place < bytes.Count:
                    bytes[place] ^= (byte)(1 << random.Next(8));
                    break;
                case 1:
                    bytes.Insert(place, (byte)random.Next(256));
                    break;
                case 2:
                    bytes.RemoveRange(place, bytes.Count - place);
                    break;
                default:
                    bytes.AddRange(bytes.Take(place).ToList());
                    break;
            }
        }

        return [.. bytes];
    }

    // Half of them as a node would send them, or nearly.
    private static Metadata? Headers(Random random)
    {
        if (random.Next(2) == 0)
        {
            return null;
        }

        Metadata headers = [];
        headers.Add("fathom-notification-id", Text(random, "0123456789abcdef", random.Next(20) == 0 ? 31 : 32));
        headers.Add("fathom-notification-node", Text(random, "node ", random.Next(20) == 0 ? 101 : 5));
        headers.Add("fathom-hops", random.Next(20) == 0 ? "-1" : $"{random.Next(300)}");
        return headers;
    }

    private static string Text(Random random, string characters, int length) => new(random.GetItems<char>(characters, length));

    private static Method<byte[], byte[]> Method(string service, string name) =>
        new(MethodKind.Unary, $"Fathom.FunctionalTests.Mediator.{service}", name, new BytesMarshaller(), new BytesMarshaller());
}
