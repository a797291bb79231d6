namespace Fathom.Tests.Transport.Compression.Simulation;

/// <summary>Lines and messages that change while adaptive compression decides.</summary>
public class FollowedChangesTests
{
    [Theory]
    [InlineData(450, 5, 2, 0)]
    [InlineData(450, 5, 2, 1)]
    [InlineData(2500, 30, 2, 0)]
    [InlineData(2500, 30, 2, 1)]
    [InlineData(5, 450, 6, 0)]
    [InlineData(5, 450, 6, 1)]
    [InlineData(30, 2500, 6, 0)]
    [InlineData(30, 2500, 6, 1)]
    public void A_line_that_changes_is_followed_within_so_many_messages(double before, double after, int messages, double late)
    {
        // Pays below 300 Mbit/s.
        var line = new VirtualLine(before * 125_000, 0.0001, late);
        var downloads = new VirtualDownloads(line, new VirtualCodec(5, 70e6, 210e6), VirtualDownloads.Size, seed: 3);
        Repeat(20, downloads);
        downloads.Decision.IsCompressing.ShouldBe(before < 300);

        line.BytesPerSecond = after * 125_000;
        Repeat(messages + 1, downloads);
        downloads.Decision.IsCompressing.ShouldBe(after < 300);
    }

    [Theory]
    [InlineData(1, 5, 10)]
    [InlineData(5, 1, 4)]
    public void Messages_that_change_are_followed_within_so_many(double before, double after, int messages)
    {
        var codec = new VirtualCodec(before, 70e6, 210e6);
        var downloads = new VirtualDownloads(new VirtualLine(50 * 125_000, 0.0001, late: 0), codec, VirtualDownloads.Size, seed: 3);
        Repeat(20, downloads);
        downloads.Decision.IsCompressing.ShouldBe(before > 1);

        downloads.Codec = codec with { Ratio = after };
        Repeat(messages + 1, downloads);
        downloads.Decision.IsCompressing.ShouldBe(after > 1);
    }

    private static void Repeat(int times, VirtualDownloads downloads)
    {
        for (var i = 0; i < times; i++)
        {
            downloads.Next(always: null);
        }
    }
}
