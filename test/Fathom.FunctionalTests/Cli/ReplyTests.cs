using Fathom.FunctionalTests.Cli.Servers;

namespace Fathom.FunctionalTests.Cli;

/// <summary><c>fathom call</c> shows what a reply says, and says which reply cannot be read.</summary>
public class ReplyTests
{
    [Fact]
    public async Task An_extension_stands_beside_the_field_of_the_same_index()
    {
        // id and a, then id and b.
        await using var host = ScriptedShop.Start(
            [[0x0A, 1, (byte)'i', 0xA2, 6, 1, (byte)'x'], [0x0A, 1, (byte)'i', 0xAA, 6, 1, (byte)'y']]);
        var run = await FathomRun.OfAsync("call", host.Address.Authority, "shop.Shop/Watch");

        run.ExitCode.ShouldBe(0, run.Error);
        run.Output.ReplaceLineEndings("").Replace(" ", "", StringComparison.Ordinal)
            .ShouldBe("""{"id":"i","[shop.a]":"x"}{"id":"i","[shop.b]":"y"}""");
    }

    [Fact]
    public async Task A_reply_that_cannot_be_read_is_a_line_and_the_call_goes_on()
    {
        await using var host = ScriptedShop.Start([[0x0A, 1, (byte)'i'], [0x0A, 9], [0x0A, 1, (byte)'k']]);
        var run = await FathomRun.OfAsync("call", host.Address.Authority, "shop.Shop/Watch");

        run.Error.ShouldBe("reply 2: 2 bytes are not a message shop.Item: at $: it ends in the middle of a field; the descriptors may be of "
            + "another version. In base64: Cgk=\n");
        run.Output.ShouldContain("\"id\": \"k\"");
        run.ExitCode.ShouldBe(1);
    }
}
