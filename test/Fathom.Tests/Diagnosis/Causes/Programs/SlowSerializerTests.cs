using Fathom.Diagnosis.Causes.SlowSerializer;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes.Programs;

/// <summary>Serializers by reflection.</summary>
public sealed class SlowSerializerTests
{
    [Fact]
    public void A_serializer_by_reflection_is_suspected_with_its_place()
    {
        var cause = new SlowSerializerCause();
        cause.Screened(WatchQuantities.ReflectionShare.Is(0.6), WatchQuantities.ReflectionAt.Is("Orders.Write")).Evidence
            .ShouldEndWith("mostly below Orders.Write");
        cause.Screened(WatchQuantities.ReflectionShare.Is(0.2)).IsSuspected.ShouldBeFalse();
    }
}
