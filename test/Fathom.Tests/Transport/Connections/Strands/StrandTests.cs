using Fathom.Transport.Connections.Strands;

namespace Fathom.Tests.Transport.Connections.Strands;

/// <summary>What a strand does with work and callbacks that throw, and in which order it runs them.</summary>
public class StrandTests
{
    [Fact]
    public void Work_that_throws_tells_its_owner_and_the_next_work_runs()
    {
        var strand = new Strand(_ => { });
        var failing = new Work(() => throw new InvalidOperationException("no"));
        var next = new Work(() => { });

        strand.Post(failing);
        strand.Post(next);

        failing.Failure!.Message.ShouldBe("no");
        next.Runs.ShouldBe(1);
    }

    [Fact]
    public void A_callback_that_throws_is_reported_and_the_next_one_runs()
    {
        var reported = new List<string>();
        var strand = new Strand(error => reported.Add(error.Message));
        var called = 0;
        using (strand.Enter())
        {
            strand.Defer(new Callback(() => throw new InvalidOperationException("of the user")));
            strand.Defer(new Callback(() => called++));
        }

        reported.ShouldBe(["of the user"]);
        called.ShouldBe(1);
        strand.IsInside.ShouldBeFalse();
    }

    [Fact]
    public void An_exception_inside_leaves_the_strand_free()
    {
        var strand = new Strand(_ => { });

        Should.Throw<InvalidOperationException>(() =>
        {
            using (strand.Enter())
            {
                throw new InvalidOperationException();
            }
        });

        strand.IsInside.ShouldBeFalse();
        var work = new Work(() => { });
        strand.Post(work);
        work.Runs.ShouldBe(1);
    }

    [Fact]
    public void Work_posted_inside_runs_before_the_thread_has_left()
    {
        var strand = new Strand(_ => { });
        var outer = new Work(() => strand.IsInside.ShouldBeTrue());
        using (strand.Enter())
        {
            // By another thread, which does not wait.
            var other = new Thread(() => strand.Post(outer));
            other.Start();
            other.Join();
            outer.Runs.ShouldBe(0);
        }

        outer.Runs.ShouldBe(1);
        outer.Failure.ShouldBeNull();
    }

    [Fact]
    public void A_callback_can_enter_again()
    {
        var strand = new Strand(_ => { });
        var entered = false;
        using (strand.Enter())
        {
            strand.Defer(new Callback(() =>
            {
                using (strand.Enter())
                {
                    entered = true;
                }
            }));
        }

        entered.ShouldBeTrue();
    }

    private sealed class Work(Action body) : IStrandWork
    {
        public int Runs { get; private set; }

        public Exception? Failure { get; private set; }

        public void Run()
        {
            Runs++;
            body();
        }

        public void OnFailed(Exception error) => Failure = error;
    }

    private sealed class Callback(Action body) : IDeferredCallback
    {
        public void Invoke() => body();
    }
}
