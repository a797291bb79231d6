using Fathom.Contracts.Tests.Samples;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Messages in messages: a hundred levels are accepted.</summary>
public class DepthTests
{
    [Theory]
    [InlineData(100, true)]
    [InlineData(101, false)]
    public void A_hundred_levels_are_read_and_written_and_no_more(int levels, bool accepted)
    {
        var (bytes, message) = (Array.Empty<byte>(), new Positional(0, "", null));
        for (var level = 1; level < levels; level++)
        {
            bytes = [0x1A, .. Varint(bytes.Length), .. bytes];
            message = new Positional(0, "", message);
        }

        if (accepted)
        {
            ContractSerializer.ToArray(ContractSerializer.Read<Positional>(bytes)).ShouldBeBytes(bytes);
            ContractSerializer.ToArray(message).ShouldBeBytes(bytes);
            Exported.Positional.Parser.ParseFrom(bytes);
        }
        else
        {
            Should.Throw<MalformedMessageException>(() => ContractSerializer.Read<Positional>(bytes)).Message.ShouldContain(
                "deeper than 100 levels");
            Should.Throw<InvalidOperationException>(() => ContractSerializer.ToArray(message)).Message.ShouldContain(
                "deeper than 100 levels");
        }
    }

    [Fact]
    public void Groups_count_as_levels()
    {
        byte[] bytes = [.. Enumerable.Repeat(new byte[] { 0xA3, 0x06 }, 200_000).SelectMany(b => b)];
        Should.Throw<MalformedMessageException>(() => ContractSerializer.Read<Scalars>(bytes)).Message.ShouldContain(
            "deeper than 100 levels");
    }

    [Fact]
    public void A_message_that_contains_itself_is_refused_when_it_is_written()
    {
        var tree = new Tree();
        tree.Children.Add(tree);
        Should.Throw<InvalidOperationException>(() => ContractSerializer.ToArray(tree)).Message.ShouldContain("contains itself");
    }

    private static byte[] Varint(int value) => value < 0x80 ? [(byte)value] : [(byte)(value | 0x80), (byte)(value >> 7)];
}
