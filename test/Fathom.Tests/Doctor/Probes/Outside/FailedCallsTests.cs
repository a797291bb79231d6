using Fathom.Doctor.Probes.Outside;
using Fathom.Wire.Grpc;

namespace Fathom.Tests.Doctor.Probes.Outside;

/// <summary>How many calls of an examination may fail.</summary>
public sealed class FailedCallsTests
{
    private readonly FailedCalls _failures = new();

    [Fact]
    public void A_method_that_always_fails_is_called_three_times() =>
        Enumerable.Range(0, 3).Select(_ => _failures.MayRepeat(StatusCode.InvalidArgument)).ShouldBe([true, true, false]);

    [Fact]
    public void One_failure_in_sixty_calls_ends_no_examination_and_is_said()
    {
        for (var i = 0; i < 10; i++)
        {
            _failures.Succeeded += 59;
            _failures.MayRepeat(StatusCode.Unavailable).ShouldBeTrue();
        }

        _failures.Text.ShouldBe("10 of 600 calls failed (10 with Unavailable). Others were made in their place.");
    }

    [Fact]
    public void One_failure_in_two_calls_ends_it()
    {
        var made = 0;
        do
        {
            _failures.Succeeded++;
            made++;
        }
        while (_failures.MayRepeat(StatusCode.ResourceExhausted));

        made.ShouldBe(3);
    }

    [Fact]
    public void Where_none_failed_nothing_is_said() => _failures.Text.ShouldBeNull();
}
