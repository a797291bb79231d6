using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Storage;
using Fathom.TestKit;

namespace Fathom.Tests.Mediator.Certificates;

public sealed class InvitationStoreTests : IDisposable
{
    private readonly TemporaryFolder _temporary = new();
    private readonly VirtualTime _time = new();

    private InvitationStore Store => new(CertificateFolder.At(_temporary.Path), _time);

    [Fact]
    public void One_that_was_made_is_outstanding_until_it_is_used()
    {
        var invitation = Add();
        Store.HasOutstanding.ShouldBeTrue();

        Store.TrySpend(invitation.Id).ShouldBeTrue();

        Store.HasOutstanding.ShouldBeFalse();
        Store.IsSpent(invitation.Id).ShouldBeTrue();
        Store.Find(invitation.Id).ShouldNotBeNull().Secret.ShouldBe(invitation.Secret);
    }

    [Fact]
    public void One_that_was_made_is_outstanding_until_it_expires()
    {
        Add();

        _time.Advance(TimeSpan.FromMinutes(15));

        Store.HasOutstanding.ShouldBeFalse();
    }

    [Fact]
    public void It_is_spent_once_whoever_does_so_at_the_same_time_and_after_any_restart()
    {
        var invitation = Add();
        using var start = new Barrier(8);
        var first = 0;
        var threads = Enumerable.Range(0, 8).Select(_ => new Thread(() =>
        {
            var store = Store;
            start.SignalAndWait();
            if (store.TrySpend(invitation.Id))
            {
                Interlocked.Increment(ref first);
            }
        })).ToList();

        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());

        first.ShouldBe(1);
        Store.TrySpend(invitation.Id).ShouldBeFalse();
    }

    [Fact]
    public void What_expired_long_ago_is_forgotten_when_another_is_made()
    {
        var old = Add();
        Store.TrySpend(old.Id);
        _time.Advance(TimeSpan.FromDays(2));

        var next = Add();

        Store.Find(old.Id).ShouldBeNull();
        Store.Find(next.Id).ShouldNotBeNull();
        Directory.GetFiles(_temporary.PathOf("invitations")).Length.ShouldBe(1);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(15)]
    [InlineData(1000)]
    public void What_cannot_be_an_id_is_looked_for_nowhere(int size) => Store.Find(new byte[size]).ShouldBeNull();

    public void Dispose() => _temporary.Dispose();

    private Invitation Add()
    {
        var invitation = Invitation.Create(new Uri("https://127.0.0.1:1"), _time.GetUtcNow() + TimeSpan.FromMinutes(15), new byte[32]);
        Store.Add(invitation, null);
        return invitation;
    }
}
