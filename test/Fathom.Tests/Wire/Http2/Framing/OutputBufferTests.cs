using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2.Framing;

public sealed class OutputBufferTests
{
    [Fact]
    public void Memory_goes_back_with_the_last_byte_of_each_segment()
    {
        using var output = new OutputBuffer();
        var writer = new FrameWriter(output);
        output.AllocatedBytes.ShouldBe(0);
        for (var frame = 0; frame < 20; frame++)
        {
            writer.Data(1, new byte[16_384], false);
        }

        output.Length.ShouldBe(20 * 16_393);
        while (!output.IsEmpty)
        {
            output.AllocatedBytes.ShouldBeLessThanOrEqualTo(output.Length + 2 * 65_536);
            output.Advance(Math.Min(1000, output.Length));
        }

        output.AllocatedBytes.ShouldBe(0);
    }

    [Fact]
    public void What_is_appended_while_the_front_is_sent_follows_it()
    {
        using var output = new OutputBuffer();
        var writer = new FrameWriter(output);
        writer.Ping(1, false);
        var front = output.Front;
        writer.Ping(2, true);
        front.ToArray().ShouldBe(output.Front[..17].ToArray());
        output.Advance(front.Length);
        Frames.ReadAll(Frames.Drain(output), [100]).Single().ShouldStartWith("Ping 1 0 8");
        output.AllocatedBytes.ShouldBe(0);
    }

    [Fact]
    public void No_more_can_be_dropped_than_waits()
    {
        using var output = new OutputBuffer();
        new FrameWriter(output).SettingsAck();
        Should.Throw<ArgumentOutOfRangeException>(() => output.Advance(10));
        output.Length.ShouldBe(9);
    }
}
