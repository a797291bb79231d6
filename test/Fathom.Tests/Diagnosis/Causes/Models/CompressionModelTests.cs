using Fathom.Diagnosis.Causes.CompressionPaysBelow;

namespace Fathom.Tests.Diagnosis.Causes.Models;

public class CompressionModelTests
{
    // Text by gzip at its fastest level: 1.42 Gbit/s one after the other.
    [Theory]
    [InlineData(0.335, 420, 738, 1424)]
    [InlineData(1.0, 420, 738, 0)]
    [InlineData(1.1, 420, 738, 0)]
    public void The_break_even_of_one_message(double ratio, double compress, double decompress, double mbit) =>
        (8 * CompressionModel.BreakEvenOfOne(ratio, compress, decompress)).ShouldBe(mbit, 0.5);

    [Theory]
    [InlineData(0.335, 350, 600, 2800)]
    [InlineData(0.335, 600, 350, 2800)]
    [InlineData(1.0, 350, 600, 0)]
    [InlineData(1.1, 350, 600, 0)]
    public void The_break_even_of_a_stream_is_its_slower_end(double ratio, double server, double client, double mbit) =>
        (8 * CompressionModel.BreakEvenOfStream(ratio, server, client)).ShouldBe(mbit);

    [Fact]
    public void At_the_break_even_one_message_takes_as_long_either_way()
    {
        const double Bytes = 4_050_000;
        var (ratio, compress, decompress) = (0.2, 100e6, 300e6);
        var plain = Bytes / CompressionModel.BreakEvenOfOne(ratio, compress, decompress);

        CompressionModel.TimeOfOne(ratio, plain, Bytes / compress, Bytes / decompress).ShouldBe(plain, 1e-9);
    }
}
