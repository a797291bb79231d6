using Fathom.TestKit;
using Fathom.TestKit.Codecs;
using Fathom.Transport.Codecs;
using static Fathom.Tests.Transport.Codecs.CodecMessages;

namespace Fathom.Tests.Transport.Codecs;

/// <summary>What the levels of a codec do to a message.</summary>
public class CodecLevelTests
{
    public static TheoryData<string, int> NamesAndLevels
    {
        get
        {
            var data = new TheoryData<string, int>();
            foreach (var name in NamedCodecs.Names)
            {
                var codec = NamedCodecs.Find(name);
                for (var level = codec.Levels.Fastest; level <= codec.Levels.Best; level++)
                {
                    data.Add(name, level);
                }
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(NamesAndLevels))]
    public void Every_level_gives_the_message_back(string name, int level)
    {
        var codec = NamedCodecs.Find(name);
        // The blocks of a message and the pieces that it comes in are no matter of the level, and the best levels take long.
        var isDefault = level == codec.Levels.Default;
        var size = Thorough.IsOn || isDefault ? 300_000 : 70_000;
        byte[][] messages = [[], [7], Text(1000), Text(size), Noise(size), new byte[3 * size]];
        int[] segments = Thorough.IsNightly || isDefault ? [int.MaxValue, 10_000, 333] : [10_000];
        foreach (var message in messages)
        {
            foreach (var segment in segments)
            {
                var compressed = Compress(codec, Segments.Of(message, segment), level);
                var (outcome, plain) = Decompress(codec, Segments.Of(compressed, segment), message.Length);
                outcome.ShouldBe(DecompressOutcome.Done);
                plain.AsSpan().SequenceEqual(message).ShouldBeTrue();
            }
        }
    }

    [Theory]
    [MemberData(nameof(Names), MemberType = typeof(CodecMessages))]
    public void Text_becomes_smaller_and_a_better_level_no_larger_than_the_default(string name)
    {
        var codec = NamedCodecs.Find(name);
        var text = Text(200_000);
        var byDefault = Compress(codec, new(text), codec.Levels.Default).Length;
        byDefault.ShouldBeLessThan(text.Length / 2);
        Compress(codec, new(text), codec.Levels.Best).Length.ShouldBeLessThanOrEqualTo(byDefault);
    }

    [Theory]
    [MemberData(nameof(Names), MemberType = typeof(CodecMessages))]
    public void A_level_that_is_not_there_is_refused_with_those_that_are(string name)
    {
        var codec = NamedCodecs.Find(name);
        var message = Should.Throw<ArgumentOutOfRangeException>(() => Compress(codec, new([1]), codec.Levels.Best + 1)).Message;
        message.ShouldContain($"is not supported by the codec '{codec.Encoding}'; accepted: {codec.Levels.Fastest} to {codec.Levels.Best}");
    }
}
