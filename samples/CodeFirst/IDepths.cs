using Fathom.Contracts;
using Fathom.Transport.Services;

[assembly: ContractPackage("fathom.samples.depths.v1")]

namespace Fathom.Samples.CodeFirst;

/// <summary>Soundings at sea: the whole contract, from which serializers, client, host and .proto text are generated.</summary>
[Service]
public interface IDepths
{
    /// <summary>One sounding.</summary>
    ValueTask<Sounding> SoundAsync(Place place, CallContext context = default);

    /// <summary>The deepest of many.</summary>
    ValueTask<Sounding> DeepestAsync(IAsyncEnumerable<Sounding> soundings, CallContext context = default);

    /// <summary>Soundings along a course of some steps to the east.</summary>
    IAsyncEnumerable<Sounding> CourseAsync(Course course, CallContext context = default);

    /// <summary>A sounding for each place, as they come.</summary>
    IAsyncEnumerable<Sounding> FollowAsync(IAsyncEnumerable<Place> places, CallContext context = default);
}

/// <summary>Degrees north and east.</summary>
[Contract]
public sealed partial record Place([Member(1)] double Latitude, [Member(2)] double Longitude);

/// <summary>Where a course begins, and its steps.</summary>
[Contract]
public sealed partial record Course([Member(1)] Place? From, [Member(2)] int Steps);

/// <summary>What a sounding found.</summary>
[Contract]
public sealed partial record Sounding([Member(1)] Place? Place, [Member(2)] Finding? Finding)
{
    /// <summary>Metres below the surface; 0 where no bottom was found.</summary>
    public int Metres => Finding is Finding.Bottom bottom ? bottom.Metres : 0;
}

/// <summary>A oneof: the bottom, or how much line was let out in vain.</summary>
[OneOf]
public abstract record Finding
{
    /// <summary>Metres below the surface.</summary>
    [Case(3)]
    public sealed record Bottom(int Metres) : Finding;

    /// <summary>Metres of line.</summary>
    [Case(4)]
    public sealed record NoBottom(int Line) : Finding;
}
