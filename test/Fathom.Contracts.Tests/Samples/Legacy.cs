#nullable disable
using System.Runtime.Serialization;

namespace Fathom.Contracts.Tests.Samples;

/// <summary>A contract as protobuf-net has it, with nothing but partial added.</summary>
[DataContract]
public partial class Legacy
{
    [DataMember(Order = 1)]
    public string Name { get; set; }

    [DataMember(Order = 2)]
    public int[] Numbers { get; set; }

    [DataMember(Order = 3)]
    public Legacy Parent { get; set; }

    [DataMember(Order = 4, Name = "renamed")]
    internal double Ratio { get; set; }

    [DataMember(Order = 5)]
    private int _secret;

    public string NotPart { get; set; }

    public int Secret
    {
        get => _secret;
        set => _secret = value;
    }
}
