using Fathom.Doctor.Probes.Outside.Transfers;

namespace Fathom.Tests.Doctor.Probes.Outside.Transfers;

public class MessageMovesTests
{
    // The first is a server that computes, as measured; the second a relay that is 2 ms away and slow, whose kernel answers connections.
    [Theory]
    [InlineData(2.5, 0.58, 0.3, 0.034, 0.266)]
    [InlineData(6, 4.2, 0.1, 0.03, 1.8)]
    [InlineData(300, 20, 280.0, 20, 260)]
    [InlineData(300, 20, null, 20, 280)]
    [InlineData(0.4, 0.58, 0.1, 0.034, 0)]
    public void Requests_have_arrived_when_the_kernel_behind_them_answers_unless_it_is_a_relays(
        double answered, double ping, double? connected, double tcp, double arrived) =>
        MessageMoves.ArrivedMs(answered, ping, connected, tcp).ShouldBe(arrived, 0.001);
}
