using Fathom.Lab.Findings;

namespace Fathom.Tests.Lab.Findings;

public class CompressionModelTests
{
    // Text by gzip at its fastest and at its optimal level: 1.42 Gbit/s and 551 Mbit/s one after the other, 3.36 Gbit/s overlapped.
    [Theory]
    [InlineData(0.335, 420, 738, false, 1424)]
    [InlineData(0.335, 420, 738, true, 3360)]
    [InlineData(1.0, 420, 738, false, 0)]
    [InlineData(1.1, 420, 738, true, 0)]
    public void The_break_even_of_one_message_and_of_a_stream(double ratio, double compress, double decompress, bool isStream, double mbit) =>
        (8 * CompressionModel.BreakEven(ratio, compress, decompress, isStream)).ShouldBe(mbit, 0.5);

    [Fact]
    public void At_the_break_even_one_message_takes_as_long_either_way()
    {
        const double Bytes = 4_050_000;
        var (ratio, compress, decompress) = (0.2, 100e6, 300e6);
        var plain = Bytes / CompressionModel.BreakEven(ratio, compress, decompress, isStream: false);

        CompressionModel.TimeOfOne(ratio, plain, Bytes / compress, Bytes / decompress).ShouldBe(plain, 1e-9);
    }
}
