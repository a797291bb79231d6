namespace Fathom.Machines.Prerequisites;

/// <summary>What opening a device gave.</summary>
public enum DeviceAccess
{
    /// <summary>It was opened.</summary>
    Open,

    /// <summary>There is no such device.</summary>
    Absent,

    /// <summary>This user may not open it.</summary>
    Denied,

    /// <summary>It is there and cannot be opened: no driver is behind it.</summary>
    Unusable,
}
