using Fathom.Mediator.Routing;
using Fathom.TestKit;

namespace Fathom.Tests.Mediator.Routing;

/// <summary>What a node remembers of notifications, and how much of it.</summary>
public class SeenNotificationsTests
{
    private readonly VirtualTime _time = new();

    [Fact]
    public void Each_is_new_once()
    {
        var memory = new SeenNotifications(100, TimeSpan.FromMinutes(1), _time);
        var ids = Enumerable.Range(0, 50).Select(i => Id(i)).ToList();

        ids.ShouldAllBe(id => memory.TryAdd(id));
        ids.ShouldAllBe(id => !memory.TryAdd(id));
        memory.Count.ShouldBe(50);
    }

    [Fact]
    public void Beyond_the_number_the_oldest_is_forgotten()
    {
        var memory = new SeenNotifications(3, TimeSpan.FromMinutes(1), _time);
        for (var i = 0; i < 4; i++)
        {
            memory.TryAdd(Id(i)).ShouldBeTrue();
        }

        memory.Count.ShouldBe(3);
        memory.TryAdd(Id(3)).ShouldBeFalse();
        memory.TryAdd(Id(1)).ShouldBeFalse();
        memory.TryAdd(Id(0)).ShouldBeTrue();
        memory.TryAdd(Id(1)).ShouldBeTrue("the one before made it the oldest");
    }

    [Fact]
    public void Each_is_forgotten_after_its_time_and_not_before()
    {
        var memory = new SeenNotifications(100, TimeSpan.FromMinutes(10), _time);
        memory.TryAdd(Id(1));
        _time.Advance(TimeSpan.FromMinutes(6));
        memory.TryAdd(Id(2));
        _time.Advance(TimeSpan.FromMinutes(3.9));
        memory.TryAdd(Id(1)).ShouldBeFalse();

        _time.Advance(TimeSpan.FromMinutes(0.1));
        memory.TryAdd(Id(2)).ShouldBeFalse();
        memory.Count.ShouldBe(1);
        memory.TryAdd(Id(1)).ShouldBeTrue();
    }

    [Fact]
    public void One_origin_does_not_push_out_what_another_brought()
    {
        var memory = new SeenNotifications(3, TimeSpan.FromMinutes(1), _time);
        memory.TryAdd(Id(0), "north").ShouldBeTrue();
        memory.TryAdd(Id(1), SeenNotifications.Own).ShouldBeTrue();
        for (var i = 10; i < 20; i++)
        {
            memory.TryAdd(Id(i), "south").ShouldBeTrue();
        }

        memory.TryAdd(Id(0), "east").ShouldBeFalse();
        memory.TryAdd(Id(1), "south").ShouldBeFalse();
        memory.Count.ShouldBe(4, "two, of which south has one now, and two more of south");
    }

    [Fact]
    public void What_two_origins_brought_is_known_until_both_forget_it()
    {
        var memory = new SeenNotifications(3, TimeSpan.FromMinutes(1), _time);
        memory.TryAdd(Id(0), "south").ShouldBeTrue();
        memory.TryAdd(Id(0), "north").ShouldBeFalse();
        for (var i = 10; i < 20; i++)
        {
            memory.TryAdd(Id(i), "south");
        }

        memory.TryAdd(Id(0), "south").ShouldBeFalse();
        _time.Advance(TimeSpan.FromMinutes(1));
        memory.TryAdd(Id(0), "south").ShouldBeTrue();
    }

    [Fact]
    public async Task Of_many_that_bring_it_at_the_same_time_one_is_first()
    {
        var memory = new SeenNotifications(10_000, TimeSpan.FromMinutes(10), TimeProvider.System);

        var first = await Task.WhenAll(Enumerable.Range(0, 8)
            .Select(_ => Task.Run(() => Enumerable.Range(0, 5000).Count(i => memory.TryAdd(Id(i))))));

        first.Sum().ShouldBe(5000);
    }

    private static Guid Id(int number) => new(number, 0, 0, new byte[8]);
}
