using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Tests.Transport.Calls;

public class DeadlineTests
{
    [Fact]
    public void What_remains_shrinks_with_the_clock_and_goes_below_zero()
    {
        var time = new VirtualTime();
        var deadline = Deadline.After(TimeSpan.FromSeconds(2), time);

        time.Advance(TimeSpan.FromSeconds(0.5));
        deadline.Remaining.ShouldBe(TimeSpan.FromSeconds(1.5));
        time.Advance(TimeSpan.FromSeconds(2));
        deadline.Remaining.ShouldBe(TimeSpan.FromSeconds(-0.5));
    }

    [Fact]
    public void Options_are_copied_never_changed()
    {
        Metadata headers = [];
        var deadline = Deadline.After(TimeSpan.FromSeconds(1), new VirtualTime());
        var plain = default(CallOptions);

        var full = plain.WithHeaders(headers).WithDeadline(deadline).WithWaitForReady();

        plain.ShouldBe(default);
        (full.Headers, full.Deadline, full.WaitForReady).ShouldBe((headers, deadline, true));
    }

    [Fact]
    public void An_RpcException_says_what_gRPCs_says() =>
        new RpcException(new Status(StatusCode.Unavailable, "gone")).Message.ShouldBe(
            "Status(StatusCode=\"Unavailable\", Detail=\"gone\")");
}
