using Fathom.Transport.Calls;
using Fathom.Transport.Services;
using Fathom.Wire.Grpc;

namespace Fathom.Samples.CodeFirst;

/// <summary>A sea with a bottom that slopes to the north, and none beyond the line.</summary>
public sealed class Depths : IDepths
{
    private const int Line = 5000;

    /// <inheritdoc/>
    public ValueTask<Sounding> SoundAsync(Place place, CallContext context = default) => new(Sound(place));

    /// <inheritdoc/>
    public async ValueTask<Sounding> DeepestAsync(IAsyncEnumerable<Sounding> soundings, CallContext context = default)
    {
        Sounding? deepest = null;
        await foreach (var sounding in soundings)
        {
            deepest = deepest is null || sounding.Metres > deepest.Metres ? sounding : deepest;
        }

        return deepest ?? throw new RpcException(new Status(StatusCode.FailedPrecondition, "There was no sounding."));
    }

    /// <inheritdoc/>
    public async IAsyncEnumerable<Sounding> CourseAsync(Course course, CallContext context = default)
    {
        await Task.CompletedTask;
        var start = course.From ?? new Place(0, 0);
        for (var step = 0; step < course.Steps; step++)
        {
            yield return Sound(start with { Longitude = start.Longitude + step });
        }
    }

    /// <inheritdoc/>
    public async IAsyncEnumerable<Sounding> FollowAsync(IAsyncEnumerable<Place> places, CallContext context = default)
    {
        await foreach (var place in places)
        {
            yield return Sound(place);
        }
    }

    private static Sounding Sound(Place place)
    {
        var metres = (int)(100 * Math.Abs(place.Latitude)) + (int)Math.Abs(place.Longitude);
        return new Sounding(place, metres <= Line ? new Finding.Bottom(metres) : new Finding.NoBottom(Line));
    }
}
